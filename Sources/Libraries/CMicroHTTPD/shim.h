#ifndef WAYSIDE_CMICROHTTPD_H
#define WAYSIDE_CMICROHTTPD_H
/* The library's header includes socket headers. Taken from Swift's Glibc module they keep their
   owner; otherwise files that import Glibc may not see them, depending on the order of imports. */
#pragma clang module import SwiftGlibc
#include <microhttpd.h>
#include <stdarg.h>
#include <stdint.h>
#include <linux/filter.h>

/* glibc shows it under a feature macro only. */
extern int accept4(int socket, struct sockaddr *address, socklen_t *size, int flags);

/* Of CSocketReads. */
extern void wayside_log_refusal(void *cls, const char *format, va_list arguments);

/* Everything a server is started with; the library's own start function is variadic. */
struct wayside_mhd_settings {
  unsigned int workers;
  unsigned int connection_limit;
  size_t connection_memory;
  void *cls;
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  void *(*target)(void *cls, const char *uri, struct MHD_Connection *connection);
  size_t (*unescape)(void *cls, struct MHD_Connection *connection, char *text);
};

/* Starts an epoll server with internal threads; NULL if that fails. Connections are handed to it:
   the library's own accepting cannot be ended safely with several epoll workers.
   One worker runs without a pool, because the library refuses a pool of one. */
static inline struct MHD_Daemon *wayside_mhd_start(const struct wayside_mhd_settings *s) {
  const unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET |
      MHD_USE_ERROR_LOG;
  return MHD_start_daemon(
      flags, 0, 0, 0, s->handle, s->cls,
      MHD_OPTION_EXTERNAL_LOGGER, wayside_log_refusal, s->cls,
      MHD_OPTION_CONNECTION_LIMIT, s->connection_limit,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, s->connection_memory,
      MHD_OPTION_CONNECTION_TIMEOUT, 0u,
      MHD_OPTION_NOTIFY_COMPLETED, s->completed, s->cls,
      MHD_OPTION_NOTIFY_CONNECTION, s->connection, s->cls,
      MHD_OPTION_URI_LOG_CALLBACK, s->target, s->cls,
      MHD_OPTION_UNESCAPE_CALLBACK, s->unescape, s->cls,
      s->workers > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, s->workers,
      MHD_OPTION_END);
}

/* Lets a listening TCP socket take no new connections; those whose handshake is under way or done are
   still accepted. The kernel drops what begins a connection (the SYN flag of the TCP header), so who
   comes now tries again a second later and finds nobody. 0, or -1 where that cannot be done. */
static inline int wayside_refuse_beginnings(int socket) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 13),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x02, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, 0),
      BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
  };
  const struct sock_fprog program = {sizeof code / sizeof code[0], code};
  return setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

/* The connection's socket, or -1. */
static inline int wayside_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/* The peer's address, or NULL. */
static inline const struct sockaddr *wayside_mhd_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : 0;
}

/* What the connection callback stored for this connection, or NULL. */
static inline void *wayside_mhd_record(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : 0;
}

/* Bytes from the method to the end of the empty line after the header, or 0. */
static inline size_t wayside_mhd_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

/* The status that was answered, or 0. */
static inline unsigned int wayside_mhd_status(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
  return info ? info->http_status : 0;
}

/* How many bytes the peer of a TCP connection has acknowledged; -1 for other sockets, where the kernel
   does not say. The field is newer than the C library's structure and stands at this place since
   Linux 4.1 (linux/tcp.h, tcpi_bytes_acked). */
static inline int64_t wayside_taken_bytes(int socket) {
  unsigned char info[256];
  socklen_t size = sizeof info;
  uint64_t acknowledged = 0;
  if (getsockopt(socket, 6 /* IPPROTO_TCP */, 11 /* TCP_INFO */, info, &size) != 0 || size < 128) return -1;
  for (int i = 7; i >= 0; i--) acknowledged = acknowledged << 8 | info[120 + i];
  return (int64_t)(acknowledged & INT64_MAX);
}

/* An answer of unknown length, read piece by piece. */
static inline struct MHD_Response *wayside_mhd_stream(
    MHD_ContentReaderCallback read, void *cls, MHD_ContentReaderFreeCallback done) {
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read, cls, done);
}

#endif
