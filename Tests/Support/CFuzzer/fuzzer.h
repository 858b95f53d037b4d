#ifndef WAYSIDE_CFUZZER_H
#define WAYSIDE_CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/* libFuzzer as a library (LLVM's compiler-rt): runs `one` on inputs that reach new code until the limits in
   the arguments, and ends the process. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one)(const uint8_t *bytes, size_t count));

#endif
