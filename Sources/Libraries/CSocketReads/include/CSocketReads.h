#ifndef WAYSIDE_CSOCKET_READS_H
#define WAYSIDE_CSOCKET_READS_H

/* Finds the connection that libmicrohttpd refuses by itself.

   The library answers broken messages with HTML pages of its own, some with two status lines, and tells only
   its logger, which does not learn the connection. It goes on with a connection in two cases: after a read
   from it, or in the course of one of its callbacks, all on that connection's thread. So both note the
   socket, and the logger's call is about the socket noted last. Reads are seen because this library defines
   `recv`, as the C library lets a program do; the definition here reads exactly like the original. */

#include <stdarg.h>

/* Remembers that this thread now works on `socket`. */
void wayside_note_socket(int socket);

/* Sets what is told of a refusal, on the library's thread, before the library writes its answer: what the
   logger was started with, the socket, and the status that the library is about to answer. One for the
   process. */
void wayside_on_refusal(void (*refused)(void *cls, int socket, unsigned int status));

/* A logger for MHD_OPTION_EXTERNAL_LOGGER; passes over everything but refusals. */
void wayside_log_refusal(void *cls, const char *format, va_list arguments);

#endif
