#include "CProtozeroShim.h"

#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "blob_file.hpp"
#include "block.hpp"

namespace {

constexpr uint32_t all_kinds = OSM_NODES | OSM_WAYS | OSM_RELATIONS;

// A data blob, and which kinds of objects it may hold: all, until it was looked at.
struct known_blob {
  blob_frame frame;
  uint32_t kinds = all_kinds;
};

}  // namespace

struct osm_reader {
  blob_file file;
  std::vector<std::string> key_names;
  key_table keys;
  std::vector<known_blob> blobs;
  bool has_all_blobs = false;
  int64_t blobs_end = 0;
  std::size_t next_blob = 0;
  uint32_t wanted = 0;

  // Of the blob that was read last; its objects point into the bytes.
  std::string packed;
  std::string unpacked;
  block objects;

  osm_reader(const char *path, const char *const *names, uint32_t count) : file(path) {
    for (uint32_t i = 0; i < count; ++i) key_names.emplace_back(names[i]);
    for (uint32_t i = 0; i < count; ++i) keys.emplace(key_names[i], i);
    blob_frame header{};
    if (!file.read_frame(0, "OSMHeader", header)) throw cut_error{"the file is empty"};
    check_header(file.read(header, packed, unpacked));
    blobs_end = header.end();
  }

  // Makes sure that blob `index` is known; false behind the last.
  bool find_blob(std::size_t index) {
    if (index < blobs.size()) return true;
    if (has_all_blobs) return false;
    known_blob blob;
    if (!file.read_frame(blobs_end, "OSMData", blob.frame)) {
      has_all_blobs = true;
      return false;
    }
    blobs_end = blob.frame.end();
    blobs.push_back(blob);
    return true;
  }

  void decode(known_blob &blob) {
    const auto found = objects.decode(file.read(blob.frame, packed, unpacked), keys, wanted);
    blob.kinds = (blob.kinds & ~wanted) | found;
  }
};

namespace {

void fill(osm_failure *failure, int32_t code, int32_t system_code, const char *message) {
  if (!failure) return;
  failure->code = code;
  failure->system_code = system_code;
  std::strncpy(failure->message, message, sizeof failure->message - 1);
  failure->message[sizeof failure->message - 1] = '\0';
}

// Runs `body`; turns whatever it throws into a failure at the given place.
template <typename Body>
bool guarded(osm_failure *failure, int64_t blob, int64_t offset, Body &&body) noexcept {
  if (failure) {
    std::memset(failure, 0, sizeof *failure);
    failure->blob = blob;
    failure->offset = offset;
  }
  try {
    body();
    return true;
  } catch (const system_failure &error) {
    fill(failure, OSM_FAILURE_SYSTEM, error.code, std::strerror(error.code));
  } catch (const cut_error &error) {
    fill(failure, OSM_FAILURE_CUT, 0, error.what());
  } catch (const std::bad_alloc &) {
    fill(failure, OSM_FAILURE_MEMORY, 0, "out of memory");
  } catch (const std::exception &error) {
    fill(failure, OSM_FAILURE_FORMAT, 0, error.what());
  } catch (...) {
    fill(failure, OSM_FAILURE_FORMAT, 0, "unknown failure");
  }
  return false;
}

}  // namespace

extern "C" osm_reader *osm_open(const char *path, const char *const *keys, uint32_t key_count,
                                osm_failure *failure) {
  osm_reader *reader = nullptr;
  guarded(failure, -1, 0, [&] { reader = new osm_reader{path, keys, key_count}; });
  return reader;
}

extern "C" void osm_rewind(osm_reader *reader, uint32_t kinds) {
  reader->next_blob = 0;
  reader->wanted = kinds;
}

extern "C" int osm_next(osm_reader *reader, osm_batch *batch, osm_failure *failure) {
  for (;;) {
    const std::size_t index = reader->next_blob;
    const int64_t start =
        index < reader->blobs.size() ? reader->blobs[index].frame.start : reader->blobs_end;
    enum { at_end, passed_over, read } outcome = at_end;
    const bool done = guarded(failure, static_cast<int64_t>(index), start, [&] {
      if (!reader->find_blob(index)) return;
      auto &blob = reader->blobs[index];
      reader->next_blob += 1;
      outcome = passed_over;
      if ((blob.kinds & reader->wanted) == 0) return;
      reader->decode(blob);
      outcome = read;
    });
    if (!done) return -1;
    if (outcome == at_end) return 0;
    if (outcome == passed_over) continue;
    const block &objects = reader->objects;
    batch->nodes = objects.nodes.data();
    batch->node_count = objects.nodes.size();
    batch->ways = objects.ways.data();
    batch->way_count = objects.ways.size();
    batch->relations = objects.relations.data();
    batch->relation_count = objects.relations.size();
    batch->refs = objects.refs.data();
    batch->tags = objects.tags.data();
    batch->members = objects.members.data();
    batch->offset = reader->blobs[index].frame.end();
    return 1;
  }
}

extern "C" int64_t osm_size(const osm_reader *reader) { return reader->file.size(); }

extern "C" void osm_close(osm_reader *reader) { delete reader; }
