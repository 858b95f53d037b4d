#ifndef WAYSIDE_CGEOS_H
#define WAYSIDE_CGEOS_H
// The thread-safe functions (suffix _r) only.
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>
#endif
