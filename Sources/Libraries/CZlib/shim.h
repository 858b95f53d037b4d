#ifndef WAYSIDE_CZLIB_H
#define WAYSIDE_CZLIB_H
#include <zlib.h>

// zlib's own are macros, which Swift does not see. 31 asks for the head and tail of gzip.
static inline int wayside_gzip_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
}
#endif
