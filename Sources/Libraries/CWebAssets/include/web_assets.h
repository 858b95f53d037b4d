#ifndef WAYSIDE_WEB_ASSETS_H
#define WAYSIDE_WEB_ASSETS_H

// The files of the web client that tools/web built, inside the program.

#include <stddef.h>

typedef struct {
  const char *path;  // as in the address: "/assets/main-1A2B3C4D.js"
  const char *type;  // its Content-Type
  const char *tag;   // digest of its bytes, in hexadecimal
  int is_immutable;  // whether its name changes with its bytes
  const unsigned char *bytes;
  size_t count;
  const unsigned char *brotli;  // the same compressed; NULL where that saves nothing
  size_t brotli_count;
  const unsigned char *gzip;
  size_t gzip_count;
} web_asset;

// How many there are; 0 if the program was built without the pages.
size_t web_asset_count(void);

// One of them; NULL beyond the last. What it points to lives as long as the program.
const web_asset *web_asset_at(size_t index);

#endif
