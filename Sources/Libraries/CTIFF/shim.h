#ifndef WAYSIDE_CTIFF_H
#define WAYSIDE_CTIFF_H
#include <stdint.h>
#include <tiffio.h>

/* The library's own functions take variable arguments, which Swift cannot call. */

static inline int wayside_tiff_u32(TIFF *tiff, uint32_t tag, uint32_t *value) {
  return TIFFGetField(tiff, tag, value);
}

/* The value, or the one that holds if the file does not say. */
static inline int wayside_tiff_u16(TIFF *tiff, uint32_t tag, uint16_t *value) {
  return TIFFGetFieldDefaulted(tiff, tag, value);
}

/* The values of a tag that the library does not know, of a type that is asked for; 0 if there are none. */
static inline uint32_t wayside_tiff_values(TIFF *tiff, uint32_t tag, int type, const void **values) {
  const TIFFField *field = TIFFFindField(tiff, tag, TIFF_ANY);
  if (!field || !TIFFFieldPassCount(field) || (int)TIFFFieldDataType(field) != type) return 0;
  void *data = 0;
  if (TIFFFieldReadCount(field) == TIFF_VARIABLE2) {
    uint32_t count = 0;
    if (!TIFFGetField(tiff, tag, &count, &data)) return 0;
    *values = data;
    return data ? count : 0;
  }
  uint16_t count = 0;
  if (!TIFFGetField(tiff, tag, &count, &data)) return 0;
  *values = data;
  return data ? count : 0;
}

/* What the library would write to the terminal. */
static inline void wayside_tiff_be_quiet(void) {
  TIFFSetErrorHandler(0);
  TIFFSetWarningHandler(0);
}
#endif
