#ifndef WAYSIDE_CSOCKET_READS_H
#define WAYSIDE_CSOCKET_READS_H

/* Finds the connection that libmicrohttpd refuses by itself.

   The library answers broken messages with HTML pages of its own, some with two status lines, and tells only
   its logger, which does not learn the connection. It goes on with a connection in two cases: after a read
   from it, or in the course of one of its callbacks, all on that connection's thread. So both note the
   socket, and the logger's call is about the socket noted last. Reads are seen because this library defines
   `recv`, as the C library lets a program do; the definition here reads like the original.

   It also follows where the lines of chunks end. The library takes a bare line feed there for CR LF, cuts the
   lines out, and shows them to nobody; a message with one is refused here, by the first of two: while its body
   is being read, the read fails and the refusal is told; where its header came in the same bytes, the
   library is let go on to that header, where wayside_breaks_lines says so. */

#include <stdarg.h>

/* Remembers that this thread now works on `socket`. */
void wayside_note_socket(int socket);

/* A connection begins at `socket`, with what its refusals are told with. Before its first read. */
void wayside_begin_connection(int socket, void *cls);

/* It is about to be closed. */
void wayside_end_connection(int socket);

/* The library goes on with the next message of the connection. */
void wayside_begin_message(int socket);

/* Whether this message, or one before it, has a line of a chunk that does not end as it must. */
int wayside_breaks_lines(int socket);

/* Sets what is told of a refusal, on the library's thread, before the library writes its answer: what the
   logger was started with, the socket, and the status that the library is about to answer. One for the
   process. */
void wayside_on_refusal(void (*refused)(void *cls, int socket, unsigned int status));

/* A logger for MHD_OPTION_EXTERNAL_LOGGER; passes over everything but refusals. */
void wayside_log_refusal(void *cls, const char *format, va_list arguments);

#endif
