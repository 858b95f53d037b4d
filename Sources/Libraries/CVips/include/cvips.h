#ifndef WAYSIDE_CVIPS_H
#define WAYSIDE_CVIPS_H

// Pictures made smaller by libvips, as plain structs: its calls take any number of arguments, which
// Swift cannot call.
//
// libvips comes with some hundred libraries. They are loaded at the first picture and not with the
// program, whose start and memory they would double.

#include <stddef.h>
#include <stdint.h>

enum { CVIPS_MESSAGE = 200 };

// The picture within so many pixels; nothing is made larger.
typedef struct {
  int32_t width;
  int32_t height;
  int32_t quality;  // of WebP, 0...100
} cvips_box;

// A WebP file without metadata, to be freed with cvips_free.
typedef struct {
  int32_t width;
  int32_t height;
  uint8_t *bytes;
  size_t length;
} cvips_file;

// Loads libvips and makes it safe for files from outside: no loader but those of JPEG, PNG and WebP,
// no cache, no threads of its own. Any thread; the second time does nothing.
// Returns 0, or -1 with the reason.
int cvips_start(char message[CVIPS_MESSAGE]);

// Decodes a JPEG, PNG or WebP file, turns it as its Exif says, converts it to sRGB and writes it in
// `count` sizes, the largest first. Any thread; needs cvips_start.
// Returns 0, or -1 with the reason, and no file is made then.
int cvips_sizes(
  const uint8_t *file, size_t length, const cvips_box *boxes, int32_t count, cvips_file *files,
  char message[CVIPS_MESSAGE]);

void cvips_free(cvips_file *file);

#endif
