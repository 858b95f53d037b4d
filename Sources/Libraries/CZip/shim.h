#ifndef WAYSIDE_CZIP_H
#define WAYSIDE_CZIP_H
#include <zip.h>
#endif
