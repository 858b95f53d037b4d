#ifndef WAYSIDE_CPOSTGRES_H
#define WAYSIDE_CPOSTGRES_H
#include <postgresql/libpq-fe.h>
#endif
