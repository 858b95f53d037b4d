#ifndef WAYSIDE_CHUNKS_H
#define WAYSIDE_CHUNKS_H

#include <stddef.h>
#include <stdint.h>

/* Follows the messages of one connection as far as it takes to see how the lines of chunks end.

   Headers are read for where their body ends and nothing else: whatever is wrong with them is refused
   elsewhere, and so is a chunk whose size is no number. */
struct wayside_chunks {
  /* What the refusal of the connection is told with. */
  void *cls;
  /* Messages whose header has ended, those that the library has begun with, and the one that broke a line (0 if
     none has). */
  uint64_t headers, begun, broken;
  /* What Content-Length says; bytes of the body or chunk that are still to come. */
  uint64_t length, left;
  /* Where it is: enum phase in chunks.c. */
  int phase;
  /* Characters of the header's line so far, beginning with 0. */
  unsigned int column;
  char is_watched, has_begun, is_chunked, has_length, may_be_length, may_be_coding, has_digits, after_return;
};

/* Begins with a connection that has sent nothing yet. */
void wayside_chunks_begin(struct wayside_chunks *chunks, void *cls);

/* Reads bytes as they have come. After a line that is broken it looks at nothing any more. */
void wayside_chunks_read(struct wayside_chunks *chunks, const unsigned char *bytes, size_t count);

#endif
