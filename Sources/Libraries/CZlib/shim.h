#ifndef WAYSIDE_CZLIB_H
#define WAYSIDE_CZLIB_H
#include <zlib.h>
#endif
