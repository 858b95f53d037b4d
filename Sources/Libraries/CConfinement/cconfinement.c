#define _GNU_SOURCE
#include "cconfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#define WAYSIDE_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define WAYSIDE_AUDIT_ARCH AUDIT_ARCH_AARCH64
#else
#error "the filter of system calls is written for x86-64 and AArch64"
#endif

int wayside_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int wayside_confines_files(void) {
  return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 1;
}

/* Between fork and exec stand system calls alone: other threads may have held any lock of the library. */

static int bound(int resource, uint64_t most) {
  struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
  return setrlimit(resource, &limit);
}

/* What reads programs and libraries; files in memory lie outside of all rules. */
static int keep_files(void) {
  const uint64_t read = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  const uint64_t write = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                         LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                         LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                         LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                         LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  struct landlock_ruleset_attr attributes = {.handled_access_fs = read | write};
  int rules = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
  /* An older kernel: the filter below and the limits hold, and the caller names the formats. */
  if (rules < 0) return 0;
  static const char *const paths[] = {"/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    int directory = open(paths[i], O_PATH | O_CLOEXEC);
    if (directory < 0) continue;
    struct landlock_path_beneath_attr rule = {.allowed_access = read, .parent_fd = directory};
    if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) {
      /* A file is not a directory: it can be read only. */
      rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
      syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    close(directory);
  }
  int result = (int)syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
  return result;
}

/* No sockets, no new namespaces, no looking into other processes. */
static int keep_calls(void) {
#define REFUSED(number) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, WAYSIDE_AUDIT_ARCH, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      REFUSED(SYS_socket), REFUSED(SYS_connect), REFUSED(SYS_socketpair), REFUSED(SYS_ptrace),
      REFUSED(SYS_process_vm_readv), REFUSED(SYS_process_vm_writev), REFUSED(SYS_unshare),
      REFUSED(SYS_setns), REFUSED(SYS_mount), REFUSED(SYS_bpf), REFUSED(SYS_io_uring_setup),
      REFUSED(SYS_kill), REFUSED(SYS_tkill),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

static void become(
    const char *program, char *const arguments[], const int *descriptors, int count, pid_t parent,
    const struct wayside_confinement *bounds) {
  setpgid(0, 0);
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || getppid() != parent) return;
  /* First out of the way of each other, then to their places. */
  int moved[16];
  for (int i = 0; i < count; i++) {
    moved[i] = fcntl(descriptors[i], F_DUPFD, 64);
    if (moved[i] < 0) return;
  }
  for (int i = 0; i < count; i++)
    if (dup2(moved[i], i) < 0) return;
  if (syscall(SYS_close_range, count, ~0U, 0) != 0) {
    for (int i = count; i < 65536; i++) close(i);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  if (bound(RLIMIT_AS, bounds->memory_bytes) != 0 || bound(RLIMIT_CPU, bounds->processor_seconds) != 0 ||
      bound(RLIMIT_FSIZE, bounds->output_bytes) != 0 || bound(RLIMIT_CORE, 0) != 0 ||
      bound(RLIMIT_NOFILE, 64) != 0)
    return;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || keep_files() != 0 || keep_calls() != 0) return;
  char *const nothing[] = {NULL};
  execve(program, arguments, nothing);
}

pid_t wayside_confined_start(
    const char *program, char *const arguments[], const int *descriptors, int count,
    const struct wayside_confinement *bounds) {
  if (count < 1 || count > 16) {
    errno = EINVAL;
    return -1;
  }
  pid_t parent = getpid();
  /* Signals that are handled by the parent must not run its handlers in the child. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process = fork();
  if (process == 0) {
    become(program, arguments, descriptors, count, parent, bounds);
    _exit(127);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return process;
}

int wayside_confined_wait(pid_t process, int milliseconds, int *code) {
  int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
  int ended = 0;
  if (descriptor >= 0) {
    struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
    int found;
    do {
      found = poll(&waiting, 1, milliseconds);
    } while (found < 0 && errno == EINTR);
    ended = found > 0;
    close(descriptor);
  }
  if (!ended) kill(-process, SIGKILL);
  int status;
  pid_t waited;
  do {
    waited = waitpid(process, &status, 0);
  } while (waited < 0 && errno == EINTR);
  if (waited < 0) return -1;
  if (!ended) return 2;
  if (WIFEXITED(status)) {
    *code = WEXITSTATUS(status);
    return 0;
  }
  *code = WTERMSIG(status);
  return 1;
}
