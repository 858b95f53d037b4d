#ifndef WAYSIDE_CMICROHTTPD_H
#define WAYSIDE_CMICROHTTPD_H
#include <microhttpd.h>
#endif
