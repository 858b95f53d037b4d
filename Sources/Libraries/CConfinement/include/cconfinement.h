#ifndef WAYSIDE_CCONFINEMENT_H
#define WAYSIDE_CCONFINEMENT_H
/* A program that works on bytes of outsiders, in a process that can do nothing else. */
#include <stdint.h>
#include <sys/types.h>

struct wayside_confinement {
  uint64_t memory_bytes;
  uint64_t processor_seconds;
  /* Of each file that it writes. */
  uint64_t output_bytes;
};

/* A nameless file in memory; a descriptor, or -1. */
int wayside_memory_file(const char *name);

/* Starts a program.

   It has the `count` descriptors as 0, 1, ... and no others, no network, reads and runs programs and
   libraries of the system alone, writes nothing but its descriptors, has no environment, and ends with
   its parent. A process group of its own: its process is the group's number.

   The process, or -1. */
pid_t wayside_confined_start(
    const char *program, char *const arguments[], const int *descriptors, int count,
    const struct wayside_confinement *bounds);

/* Waits at most so many milliseconds for its end, else ends it with all of its group.

   0 and its exit code in `code` if it ended by itself; 1 and a signal's number in `code` if by a signal; 2 if it
   was ended for taking too long; -1. */
int wayside_confined_wait(pid_t process, int milliseconds, int *code);

/* Whether files are kept from such programs by the kernel (Landlock). */
int wayside_confines_files(void);

#endif
