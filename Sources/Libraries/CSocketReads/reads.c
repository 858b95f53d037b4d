#include "CSocketReads.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>

static _Thread_local int noted = -1;
static void (*_Atomic told)(void *cls, int socket, unsigned int status);

/* In place of the C library's: other parts of the process that read sockets are told apart by their threads. */
ssize_t recv(int socket, void *buffer, size_t size, int flags) {
  noted = socket;
  return recvfrom(socket, buffer, size, flags, 0, 0);
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
