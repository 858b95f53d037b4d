#ifndef WAYSIDE_CLINUXSOCKETS_H
#define WAYSIDE_CLINUXSOCKETS_H
/* What Linux has for sockets and glibc's module does not show: epoll, accept4, sendfile, filters.
   The headers below include others; taken from Swift's Glibc module those keep their owner. */
#pragma clang module import SwiftGlibc
#include <errno.h>
#include <linux/filter.h>
#include <linux/sockios.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* glibc shows it under a feature macro only. */
extern int accept4(int socket, struct sockaddr *address, socklen_t *size, int flags);

/* An event with the number that its socket was watched with; epoll's own structure is packed. */
struct wayside_event {
  uint64_t number;
  _Bool is_readable;
  /* The peer sends nothing more. */
  _Bool has_hung_up;
  /* Nothing can be sent or received any more. */
  _Bool is_broken;
};

static inline int wayside_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }

/* A descriptor that becomes readable when 8 bytes are written to it. */
static inline int wayside_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/* Tells each change of a socket once (edge-triggered): what it was told, the caller has to remember. */
static inline int wayside_watch(int epoll, int socket, uint64_t number) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.u64 = number};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event);
}

enum { wayside_most_events = 512 };

/* Waits for events, at most so many milliseconds (-1: for ever); how many there are, or -1. */
static inline int wayside_wait(int epoll, struct wayside_event *events, int milliseconds) {
  struct epoll_event raw[wayside_most_events];
  int count = epoll_wait(epoll, raw, wayside_most_events, milliseconds);
  for (int i = 0; i < count; i++) {
    uint32_t flags = raw[i].events;
    events[i].number = raw[i].data.u64;
    events[i].is_readable = (flags & EPOLLIN) != 0;
    events[i].has_hung_up = (flags & EPOLLRDHUP) != 0;
    events[i].is_broken = (flags & (EPOLLERR | EPOLLHUP)) != 0;
  }
  return count;
}

/* Sends two pieces of memory in one call, without a signal where the peer has gone; the bytes taken, or -1. */
static inline ssize_t wayside_send(
    int socket, const void *first, size_t first_size, const void *second, size_t second_size, int more) {
  struct iovec pieces[2] = {{(void *)first, first_size}, {(void *)second, second_size}};
  struct msghdr message = {.msg_iov = pieces, .msg_iovlen = second_size > 0 ? 2 : 1};
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT | (more ? MSG_MORE : 0));
}

/* Sends a part of a file without copying it through the process; the bytes taken, 0 at its end, or -1. */
static inline ssize_t wayside_send_file(int socket, int file, off_t offset, size_t size) {
  return sendfile(socket, file, &offset, size);
}

/* Bytes that were sent and that the peer has not taken yet; -1 where the kernel does not say. */
static inline int wayside_untaken_bytes(int socket) {
  int count = 0;
  return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}

/* Lets this thread learn of a peer that has gone by an error alone: sendfile has no flag for it. */
static inline void wayside_block_pipe_signal(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, 0);
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

#endif
