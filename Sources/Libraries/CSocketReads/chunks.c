#include "chunks.h"

#include <string.h>

enum phase {
  HEADER,        /* the request line and fields, up to an empty line */
  BODY,          /* `left` bytes of a body with a length */
  CHUNK_SIZE,    /* digits of a chunk's size */
  CHUNK_LINE,    /* what may follow them */
  CHUNK,         /* `left` bytes of a chunk */
  CHUNK_END,     /* the line's end behind it */
  TRAILER_BEGIN, /* the beginning of a line behind the last chunk */
  TRAILER,       /* the rest of it */
  DONE,          /* nothing is looked at any more */
};

static const char length_name[] = "content-length:";
static const char coding_name[] = "transfer-encoding:";
static const uint64_t most = (uint64_t)1 << 58;

static void begin_line(struct wayside_chunks *c) {
  c->column = 0;
  c->may_be_length = c->may_be_coding = 1;
}

static void begin_message(struct wayside_chunks *c) {
  c->phase = HEADER;
  c->has_begun = c->is_chunked = c->has_length = c->after_return = 0;
  c->length = 0;
  begin_line(c);
}

void wayside_chunks_begin(struct wayside_chunks *c, void *cls) {
  memset(c, 0, sizeof *c);
  c->cls = cls;
  c->is_watched = 1;
  begin_message(c);
}

static void begin_chunk(struct wayside_chunks *c) {
  c->phase = CHUNK_SIZE;
  c->left = 0;
  c->has_digits = 0;
}

static void end_header(struct wayside_chunks *c) {
  c->headers++;
  if (c->is_chunked) {
    begin_chunk(c);
  } else if (c->has_length && c->length > 0) {
    c->phase = BODY;
    c->left = c->length;
  } else {
    begin_message(c);
  }
}

static void read_header(struct wayside_chunks *c, unsigned char byte) {
  if (byte == '\n') {
    /* Empty lines before a message are read over. */
    if (c->column > 0) begin_line(c);
    else if (c->has_begun) end_header(c);
    return;
  }
  if (byte == '\r') return;
  c->has_begun = 1;
  unsigned int column = c->column;
  if (column < 1u << 30) c->column++;
  unsigned char lower = byte >= 'A' && byte <= 'Z' ? byte + 32 : byte;
  if (c->may_be_coding && column < sizeof coding_name - 1) {
    if (lower != (unsigned char)coding_name[column]) c->may_be_coding = 0;
    else if (column == sizeof coding_name - 2) c->is_chunked = 1;
  }
  if (!c->may_be_length) return;
  if (column < sizeof length_name - 1) {
    if (lower != (unsigned char)length_name[column]) c->may_be_length = 0;
    else if (column == sizeof length_name - 2) c->has_length = 1;
  } else if (byte >= '0' && byte <= '9' && c->length < most) {
    c->length = c->length * 10 + (byte - '0');
  } else if (byte != ' ' && byte != '\t') {
    c->phase = DONE;
  }
}

static int digit(unsigned char byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  unsigned char lower = byte | 32;
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Takes a byte that may belong to a line's end: 1 when the line has ended, 0 within it, -1 when a line feed or
   a carriage return stands alone. */
static int line_end(struct wayside_chunks *c, unsigned char byte) {
  char was = c->after_return;
  c->after_return = byte == '\r';
  if (byte == '\n') return was ? 1 : -1;
  return was ? -1 : 0;
}

static void read_line(struct wayside_chunks *c, unsigned char byte) {
  int end = line_end(c, byte);
  if (end < 0) {
    c->broken = c->headers;
    c->phase = DONE;
    return;
  }
  switch (c->phase) {
  case CHUNK_SIZE: {
    int value = digit(byte);
    if (value >= 0 && c->left < most) {
      c->left = c->left * 16 + (uint64_t)value;
      c->has_digits = 1;
      return;
    }
    if (!c->has_digits || value >= 0) {
      c->phase = DONE;
      return;
    }
    c->phase = CHUNK_LINE;
    return;
  }
  case CHUNK_LINE:
    if (end > 0) c->phase = c->left > 0 ? CHUNK : TRAILER_BEGIN;
    return;
  case CHUNK_END:
    if (end > 0) begin_chunk(c);
    else if (byte != '\r') c->phase = DONE;
    return;
  case TRAILER_BEGIN:
    if (end > 0) begin_message(c);
    else if (byte != '\r') c->phase = TRAILER;
    return;
  default:
    if (end > 0) c->phase = TRAILER_BEGIN;
  }
}

void wayside_chunks_read(struct wayside_chunks *c, const unsigned char *bytes, size_t count) {
  for (size_t i = 0; i < count && c->phase != DONE;) {
    if (c->phase == BODY || c->phase == CHUNK) {
      size_t step = c->left < count - i ? (size_t)c->left : count - i;
      c->left -= step;
      i += step;
      if (c->left > 0) return;
      if (c->phase == CHUNK) c->phase = CHUNK_END;
      else begin_message(c);
    } else if (c->phase == HEADER) {
      read_header(c, bytes[i++]);
    } else {
      read_line(c, bytes[i++]);
    }
  }
}
