#ifndef WAYSIDE_CPROTOZERO_SHIM_H
#define WAYSIDE_CPROTOZERO_SHIM_H

// Reads OpenStreetMap PBF files with protozero, one blob at a time, as plain structs.
//
// No C++ exception leaves these functions: failures come back as an osm_failure that names the blob
// and the byte where it starts. Memory is bounded by one blob (at most 32 MiB unpacked). A reader
// belongs to one thread at a time.

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct osm_reader osm_reader;

enum { OSM_NODES = 1, OSM_WAYS = 2, OSM_RELATIONS = 4 };

enum {
  OSM_FAILURE_NONE = 0,
  OSM_FAILURE_SYSTEM = 1,   // the file cannot be opened or read; `system_code` is errno
  OSM_FAILURE_FORMAT = 2,   // not OpenStreetMap PBF, or damaged
  OSM_FAILURE_CUT = 3,      // the file ends inside a blob
  OSM_FAILURE_MEMORY = 4
};

typedef struct {
  int32_t code;
  int32_t system_code;
  int64_t blob;     // number of the blob, from 0; -1 before the first
  int64_t offset;   // byte where that blob starts
  char message[200];
} osm_failure;

// A tag whose key is of interest. `value` is not terminated and lives until the next call.
typedef struct {
  const char *value;
  uint32_t length;
  uint32_t key;  // index into the keys given to osm_open
} osm_tag;

typedef struct {
  int64_t id;
  int32_t lon_e7;
  int32_t lat_e7;
  uint32_t first_tag;
  uint32_t tag_count;
} osm_node;

typedef struct {
  int64_t id;
  uint32_t first_ref;
  uint32_t ref_count;
  uint32_t first_tag;
  uint32_t tag_count;
} osm_way;

typedef struct {
  int64_t ref;
  const char *role;
  uint32_t role_length;
  uint32_t kind;  // OSM_NODES, OSM_WAYS or OSM_RELATIONS
} osm_member;

typedef struct {
  int64_t id;
  uint32_t first_member;
  uint32_t member_count;
  uint32_t first_tag;
  uint32_t tag_count;
} osm_relation;

// What one blob holds; the pointers live until the next call with the same reader.
typedef struct {
  const osm_node *nodes;
  uint64_t node_count;
  const osm_way *ways;
  uint64_t way_count;
  const osm_relation *relations;
  uint64_t relation_count;
  const int64_t *refs;
  const osm_tag *tags;
  const osm_member *members;
  int64_t offset;  // bytes of the file that are done
} osm_batch;

// Opens a file and checks its header. `keys` are the tag keys of interest, others are dropped.
// NULL on failure.
osm_reader *osm_open(const char *path, const char *const *keys, uint32_t key_count,
                     osm_failure *failure);

// Starts over. `kinds` says which objects the following batches hold; blobs that are known to hold
// none of them are not unpacked again.
void osm_rewind(osm_reader *reader, uint32_t kinds);

// Reads on: 1 = a batch, 0 = the end, -1 = failure.
int osm_next(osm_reader *reader, osm_batch *batch, osm_failure *failure);

// Length of the file in bytes.
int64_t osm_size(const osm_reader *reader);

void osm_close(osm_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
