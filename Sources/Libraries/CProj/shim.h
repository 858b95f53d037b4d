#ifndef WAYSIDE_CPROJ_H
#define WAYSIDE_CPROJ_H
#include <proj.h>
#include <geodesic.h>
#endif
