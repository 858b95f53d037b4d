#include "COsmiumShim.h"

#include <osmium/io/detail/pbf_decoder.hpp>
#include <osmium/memory/buffer.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/relation.hpp>
#include <osmium/osm/way.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

namespace detail = osmium::io::detail;

// The file ends where it should go on.
struct cut_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct system_failure {
  int code;
};

// Where a data blob lies and which kinds of objects it may hold (all, until it was looked at).
struct blob_place {
  int64_t start;
  int64_t data;
  uint32_t size;
  uint32_t kinds;
};

}  // namespace

struct osm_reader {
  int descriptor = -1;
  int64_t size = 0;
  std::vector<std::string> keys;
  std::unordered_map<std::string_view, uint32_t> key_numbers;
  std::vector<blob_place> blobs;
  bool has_all_blobs = false;
  int64_t blobs_end = 0;
  std::size_t next_blob = 0;
  uint32_t kinds = 0;

  // The objects of one blob, first to last; texts handed out point into them.
  std::vector<osmium::memory::Buffer> buffers;
  std::vector<osm_node> nodes;
  std::vector<osm_way> ways;
  std::vector<osm_relation> relations;
  std::vector<int64_t> refs;
  std::vector<osm_tag> tags;
  std::vector<osm_member> members;

  ~osm_reader() {
    if (descriptor >= 0) close(descriptor);
  }

  void read_at(int64_t offset, char *target, std::size_t count) const {
    while (count > 0) {
      const auto got = pread(descriptor, target, count, offset);
      if (got < 0) {
        if (errno == EINTR) continue;
        throw system_failure{errno};
      }
      if (got == 0) throw cut_error{"the file ends inside a blob"};
      target += got;
      offset += got;
      count -= static_cast<std::size_t>(got);
    }
  }

  // Reads the frame of the blob at `start`; false at the end of the file.
  bool read_frame(int64_t start, const char *expected_type, blob_place &place) const {
    if (start == size) return false;
    if (size - start < 4) throw cut_error{"the file ends inside the length of a blob header"};
    unsigned char length[4];
    read_at(start, reinterpret_cast<char *>(length), 4);
    const uint32_t header_size = (uint32_t{length[0]} << 24) | (uint32_t{length[1]} << 16) |
                                 (uint32_t{length[2]} << 8) | uint32_t{length[3]};
    if (header_size == 0 || header_size > static_cast<uint32_t>(detail::max_blob_header_size)) {
      throw osmium::pbf_error{"impossible length of a blob header"};
    }
    if (size - start - 4 < static_cast<int64_t>(header_size)) {
      throw cut_error{"the file ends inside a blob header"};
    }
    std::string header(header_size, '\0');
    read_at(start + 4, &header[0], header_size);

    int64_t data_size = -1;
    std::string type;
    protozero::pbf_reader message{header};
    while (message.next()) {
      if (message.tag() == 1 && message.wire_type() == protozero::pbf_wire_type::length_delimited) {
        type = message.get_string();
      } else if (message.tag() == 3 && message.wire_type() == protozero::pbf_wire_type::varint) {
        data_size = message.get_int32();
      } else {
        message.skip();
      }
    }
    if (type != expected_type) throw osmium::pbf_error{"unexpected type of blob"};
    if (data_size <= 0 || data_size > static_cast<int64_t>(detail::max_uncompressed_blob_size)) {
      throw osmium::pbf_error{"impossible length of a blob"};
    }
    place.start = start;
    place.data = start + 4 + header_size;
    place.size = static_cast<uint32_t>(data_size);
    place.kinds = OSM_NODES | OSM_WAYS | OSM_RELATIONS;
    if (size - place.data < data_size) throw cut_error{"the file ends inside a blob"};
    return true;
  }

  std::string read_data(const blob_place &place) const {
    std::string data(place.size, '\0');
    read_at(place.data, &data[0], place.size);
    return data;
  }

  void open_header() {
    blob_place place{};
    if (!read_frame(0, "OSMHeader", place)) throw cut_error{"the file is empty"};
    detail::decode_header(read_data(place));
    blobs_end = place.data + place.size;
  }

  // Makes sure that blob `index` is known; false behind the last.
  bool find_blob(std::size_t index) {
    if (index < blobs.size()) return true;
    if (has_all_blobs) return false;
    blob_place place{};
    if (!read_frame(blobs_end, "OSMData", place)) {
      has_all_blobs = true;
      return false;
    }
    blobs_end = place.data + place.size;
    blobs.push_back(place);
    return true;
  }

  template <typename Object>
  void add_tags(const osmium::TagList &list, Object &object) {
    object.first_tag = static_cast<uint32_t>(tags.size());
    // The list's own iterator trusts that keys and values come in pairs; a string of the file that
    // holds a zero byte makes one text too many.
    auto next = reinterpret_cast<const char *>(list.data()) + sizeof(osmium::TagList);
    const auto end = reinterpret_cast<const char *>(list.data()) + list.byte_size();
    const auto text = [&next, end](std::string_view &found) {
      const auto zero = static_cast<const char *>(std::memchr(next, 0, end - next));
      if (zero == nullptr) return false;
      found = std::string_view{next, static_cast<std::size_t>(zero - next)};
      next = zero + 1;
      return true;
    };
    std::string_view key;
    std::string_view value;
    while (next < end && text(key) && next < end && text(value)) {
      const auto known = key_numbers.find(key);
      if (known != key_numbers.end()) {
        tags.push_back({value.data(), static_cast<uint32_t>(value.size()), known->second});
      }
    }
    object.tag_count = static_cast<uint32_t>(tags.size()) - object.first_tag;
  }

  void add(const osmium::Node &node) {
    const auto location = node.location();
    if (!location.valid()) return;
    osm_node object{};
    object.id = node.id();
    object.lon_e7 = location.x();
    object.lat_e7 = location.y();
    add_tags(node.tags(), object);
    nodes.push_back(object);
  }

  void add(const osmium::Way &way) {
    osm_way object{};
    object.id = way.id();
    object.first_ref = static_cast<uint32_t>(refs.size());
    for (const auto &ref : way.nodes()) refs.push_back(ref.ref());
    object.ref_count = static_cast<uint32_t>(refs.size()) - object.first_ref;
    add_tags(way.tags(), object);
    ways.push_back(object);
  }

  void add(const osmium::Relation &relation) {
    osm_relation object{};
    object.id = relation.id();
    object.first_member = static_cast<uint32_t>(members.size());
    for (const auto &member : relation.members()) {
      uint32_t kind = OSM_RELATIONS;
      if (member.type() == osmium::item_type::node) kind = OSM_NODES;
      if (member.type() == osmium::item_type::way) kind = OSM_WAYS;
      members.push_back({member.ref(), member.role(),
                         static_cast<uint32_t>(std::strlen(member.role())), kind});
    }
    object.member_count = static_cast<uint32_t>(members.size()) - object.first_member;
    add_tags(relation.tags(), object);
    relations.push_back(object);
  }

  void decode(blob_place &place) {
    nodes.clear();
    ways.clear();
    relations.clear();
    refs.clear();
    tags.clear();
    members.clear();
    auto types = osmium::osm_entity_bits::nothing;
    if (kinds & OSM_NODES) types |= osmium::osm_entity_bits::node;
    if (kinds & OSM_WAYS) types |= osmium::osm_entity_bits::way;
    if (kinds & OSM_RELATIONS) types |= osmium::osm_entity_bits::relation;
    detail::PBFDataBlobDecoder decoder{read_data(place), types, osmium::io::read_meta::no};
    // A full buffer becomes nested inside the one that goes on; the innermost came first.
    osmium::memory::Buffer outermost = decoder();
    buffers.clear();
    while (outermost.has_nested_buffers()) {
      buffers.push_back(std::move(*outermost.get_last_nested()));
    }
    buffers.push_back(std::move(outermost));
    uint32_t found = 0;
    for (const auto &buffer : buffers) found |= add_all(buffer);
    place.kinds = (place.kinds & ~kinds) | found;
  }

  // Returns the kinds of objects that were in the buffer.
  uint32_t add_all(const osmium::memory::Buffer &buffer) {
    uint32_t found = 0;
    for (const auto &item : buffer) {
      switch (item.type()) {
        case osmium::item_type::node:
          found |= OSM_NODES;
          add(static_cast<const osmium::Node &>(item));
          break;
        case osmium::item_type::way:
          found |= OSM_WAYS;
          add(static_cast<const osmium::Way &>(item));
          break;
        case osmium::item_type::relation:
          found |= OSM_RELATIONS;
          add(static_cast<const osmium::Relation &>(item));
          break;
        default:
          break;
      }
    }
    return found;
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
  const bool opened = guarded(failure, -1, 0, [&] {
    reader = new osm_reader;
    for (uint32_t i = 0; i < key_count; ++i) reader->keys.emplace_back(keys[i]);
    for (uint32_t i = 0; i < key_count; ++i) reader->key_numbers.emplace(reader->keys[i], i);
    reader->descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (reader->descriptor < 0) throw system_failure{errno};
    struct stat status {};
    if (fstat(reader->descriptor, &status) != 0) throw system_failure{errno};
    if (!S_ISREG(status.st_mode)) throw osmium::pbf_error{"not a regular file"};
    reader->size = status.st_size;
    reader->open_header();
  });
  if (opened) return reader;
  delete reader;
  return nullptr;
}

extern "C" void osm_rewind(osm_reader *reader, uint32_t kinds) {
  reader->next_blob = 0;
  reader->kinds = kinds;
}

extern "C" int osm_next(osm_reader *reader, osm_batch *batch, osm_failure *failure) {
  for (;;) {
    const std::size_t index = reader->next_blob;
    const int64_t start =
        index < reader->blobs.size() ? reader->blobs[index].start : reader->blobs_end;
    int outcome = 0;
    const bool done = guarded(failure, static_cast<int64_t>(index), start, [&] {
      if (!reader->find_blob(index)) return;
      blob_place &place = reader->blobs[index];
      reader->next_blob += 1;
      if ((place.kinds & reader->kinds) == 0) {
        outcome = 2;
        return;
      }
      reader->decode(place);
      outcome = 1;
    });
    if (!done) return -1;
    if (outcome == 0) return 0;
    if (outcome == 2) continue;
    batch->nodes = reader->nodes.data();
    batch->node_count = reader->nodes.size();
    batch->ways = reader->ways.data();
    batch->way_count = reader->ways.size();
    batch->relations = reader->relations.data();
    batch->relation_count = reader->relations.size();
    batch->refs = reader->refs.data();
    batch->tags = reader->tags.data();
    batch->members = reader->members.data();
    const blob_place &place = reader->blobs[index];
    batch->offset = place.data + place.size;
    return 1;
  }
}

extern "C" int64_t osm_size(const osm_reader *reader) { return reader->size; }

extern "C" void osm_close(osm_reader *reader) { delete reader; }
