#ifndef WAYSIDE_CEXPAT_H
#define WAYSIDE_CEXPAT_H
#include <expat.h>
#endif
