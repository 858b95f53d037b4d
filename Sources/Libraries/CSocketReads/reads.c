#include "CSocketReads.h"

#include "chunks.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static _Thread_local int noted = -1;
static void (*_Atomic told)(void *cls, int socket, unsigned int status);

/* What is followed of each connection, by its socket, in pages that are made when they are needed and kept. A socket
   is one connection's from its beginning to its end, and is touched by that connection's thread alone. */
enum { page_size = 256, page_count = 4096 };
static struct wayside_chunks *_Atomic pages[page_count];

static struct wayside_chunks *followed(int socket) {
  if (socket < 0 || socket >= page_size * page_count) return 0;
  struct wayside_chunks *page = pages[socket / page_size];
  return page ? &page[socket % page_size] : 0;
}

void wayside_begin_connection(int socket, void *cls) {
  if (socket < 0 || socket >= page_size * page_count) return;
  struct wayside_chunks *_Atomic *place = &pages[socket / page_size];
  if (*place == 0) {
    struct wayside_chunks *page = calloc(page_size, sizeof *page), *none = 0;
    if (page == 0 || !atomic_compare_exchange_strong(place, &none, page)) free(page);
  }
  struct wayside_chunks *chunks = followed(socket);
  if (chunks) wayside_chunks_begin(chunks, cls);
}

void wayside_end_connection(int socket) {
  struct wayside_chunks *chunks = followed(socket);
  if (chunks) chunks->is_watched = 0;
}

void wayside_begin_message(int socket) {
  struct wayside_chunks *chunks = followed(socket);
  if (chunks) chunks->begun++;
}

int wayside_breaks_lines(int socket) {
  struct wayside_chunks *chunks = followed(socket);
  return chunks && chunks->is_watched && chunks->broken > 0 && chunks->begun >= chunks->broken;
}

/* In place of the C library's: other parts of the process that read sockets are told apart by their threads. */
ssize_t recv(int socket, void *buffer, size_t size, int flags) {
  noted = socket;
  ssize_t count = recvfrom(socket, buffer, size, flags, 0, 0);
  struct wayside_chunks *chunks = followed(socket);
  if (count <= 0 || chunks == 0 || !chunks->is_watched || chunks->broken > 0) return count;
  uint64_t before = chunks->headers;
  wayside_chunks_read(chunks, buffer, (size_t)count);
  /* A message whose header is in these bytes is refused when the library has come to it. */
  if (chunks->broken == 0 || chunks->broken > before) return count;
  void (*refused)(void *, int, unsigned int) = told;
  if (refused) refused(chunks->cls, socket, 400);
  errno = ECONNRESET;
  return -1;
}

void wayside_note_socket(int socket) { noted = socket; }

void wayside_on_refusal(void (*refused)(void *cls, int socket, unsigned int status)) { told = refused; }

void wayside_log_refusal(void *cls, const char *format, va_list arguments) {
  /* The words of libmicrohttpd 0.9.75, whose first argument is the status. */
  static const char refusal[] = "Error processing request (HTTP response code is %u";
  void (*refused)(void *, int, unsigned int) = told;
  if (refused == 0 || strncmp(format, refusal, sizeof refusal - 1) != 0) return;
  va_list copy;
  va_copy(copy, arguments);
  refused(cls, noted, va_arg(copy, unsigned int));
  va_end(copy);
}
