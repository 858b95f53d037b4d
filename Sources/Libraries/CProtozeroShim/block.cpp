#include "block.hpp"

#include <cstring>
#include <protozero/pbf_reader.hpp>
#include <protozero/varint.hpp>

#include "blob_file.hpp"

namespace {

using protozero::data_view;
using protozero::pbf_reader;
using protozero::pbf_wire_type;
using protozero::tag_and_type;

constexpr uint32_t no_key = UINT32_MAX;


constexpr uint32_t message(uint32_t number) {
  return tag_and_type(number, pbf_wire_type::length_delimited);
}

constexpr uint32_t varint(uint32_t number) { return tag_and_type(number, pbf_wire_type::varint); }

// A packed field of varints.
class numbers {
 public:
  numbers() = default;
  explicit numbers(data_view data) : next_(data.data()), end_(data.data() + data.size()) {}

  bool empty() const { return next_ == end_; }
  uint64_t next() { return protozero::decode_varint(&next_, end_); }
  uint32_t next_index() { return static_cast<uint32_t>(next()); }
  int64_t next_signed() { return protozero::decode_zigzag64(next()); }

 private:
  const char *next_ = nullptr;
  const char *end_ = nullptr;
};

// A number of which the file holds the differences. Hostile ones may wrap around.
struct running {
  uint64_t value = 0;

  int64_t add(int64_t difference) {
    value += static_cast<uint64_t>(difference);
    return static_cast<int64_t>(value);
  }
};

// A text of the block's table, and the number of the key that it is.
struct text {
  data_view view;
  uint32_t key;
};

class decoder {
 public:
  decoder(block &target, const key_table &keys, uint32_t wanted)
      : target_(target), keys_(keys), wanted_(wanted) {}

  uint32_t decode(data_view content) {
    read_frame(content);
    pbf_reader block{content};
    while (block.next(2, pbf_wire_type::length_delimited)) read_group(block.get_view());
    return found_;
  }

 private:
  // What objects refer to may stand behind them.
  void read_frame(data_view content) {
    pbf_reader block{content};
    bool has_texts = false;
    while (block.next()) {
      switch (block.tag_and_type()) {
        case message(1):
          if (has_texts) throw format_error{"a blob has two tables of texts"};
          has_texts = true;
          read_texts(block.get_view());
          break;
        case varint(17):
          granularity_ = block.get_int32();
          break;
        case varint(19):
          lat_offset_ = block.get_int64();
          break;
        case varint(20):
          lon_offset_ = block.get_int64();
          break;
        default:
          block.skip();
      }
    }
  }

  void read_texts(data_view data) {
    pbf_reader table{data};
    while (table.next(1, pbf_wire_type::length_delimited)) {
      const auto view = table.get_view();
      const auto known = keys_.find(std::string_view{view.data(), view.size()});
      texts_.push_back({view, known == keys_.end() ? no_key : known->second});
    }
  }

  const text &text_at(uint32_t index) const {
    if (index >= texts_.size()) throw format_error{"an object names a text that is not there"};
    return texts_[index];
  }

  void read_group(data_view data) {
    pbf_reader group{data};
    while (group.next()) {
      const auto kind = group.tag_and_type();
      if (kind == message(1) && (wanted_ & OSM_NODES)) {
        read_node(group.get_view());
      } else if (kind == message(2) && (wanted_ & OSM_NODES)) {
        read_dense_nodes(group.get_view());
      } else if (kind == message(3) && (wanted_ & OSM_WAYS)) {
        read_way(group.get_view());
      } else if (kind == message(4) && (wanted_ & OSM_RELATIONS)) {
        read_relation(group.get_view());
      } else {
        group.skip();
      }
    }
  }

  void add_tag(uint32_t key, uint32_t value) {
    const auto &known = text_at(key);
    const auto &found = text_at(value);
    if (known.key == no_key) return;
    target_.tags.push_back({found.view.data(), static_cast<uint32_t>(found.view.size()), known.key});
  }

  template <typename Object>
  void begin_tags(Object &object) const {
    object.first_tag = static_cast<uint32_t>(target_.tags.size());
  }

  template <typename Object>
  void end_tags(Object &object) const {
    object.tag_count = static_cast<uint32_t>(target_.tags.size()) - object.first_tag;
  }

  template <typename Object>
  void add_tags(Object &object, numbers keys, numbers values) {
    begin_tags(object);
    while (!keys.empty() && !values.empty()) {
      const auto key = keys.next_index();
      add_tag(key, values.next_index());
    }
    end_tags(object);
  }

  // Units of `granularity` nanodegrees to 1e-7 degrees; false for what is on no globe.
  bool convert(int64_t units, int64_t offset, int64_t most, int32_t &result) const {
    int64_t nanodegrees = 0;
    if (__builtin_mul_overflow(units, static_cast<int64_t>(granularity_), &nanodegrees) ||
        __builtin_add_overflow(nanodegrees, offset, &nanodegrees)) {
      return false;
    }
    const int64_t e7 = nanodegrees / 100;
    if (e7 < -most || e7 > most) return false;
    result = static_cast<int32_t>(e7);
    return true;
  }

  // Nodes without a place on earth are left out.
  bool place(osm_node &node, int64_t lon, int64_t lat) const {
    return convert(lon, lon_offset_, 1800000000, node.lon_e7) &&
           convert(lat, lat_offset_, 900000000, node.lat_e7);
  }

  void read_node(data_view data) {
    osm_node node{};
    numbers keys;
    numbers values;
    int64_t lon = 0;
    int64_t lat = 0;
    bool has_lon = false;
    bool has_lat = false;
    pbf_reader fields{data};
    while (fields.next()) {
      switch (fields.tag_and_type()) {
        case varint(1):
          node.id = fields.get_sint64();
          break;
        case message(2):
          keys = numbers{fields.get_view()};
          break;
        case message(3):
          values = numbers{fields.get_view()};
          break;
        case varint(8):
          lat = fields.get_sint64();
          has_lat = true;
          break;
        case varint(9):
          lon = fields.get_sint64();
          has_lon = true;
          break;
        default:
          fields.skip();
      }
    }
    if (!has_lon || !has_lat) throw format_error{"a node has no place"};
    found_ |= OSM_NODES;
    if (!place(node, lon, lat)) return;
    add_tags(node, keys, values);
    target_.nodes.push_back(node);
  }

  void read_dense_nodes(data_view data) {
    numbers ids;
    numbers lats;
    numbers lons;
    numbers texts;
    pbf_reader fields{data};
    while (fields.next()) {
      switch (fields.tag_and_type()) {
        case message(1):
          ids = numbers{fields.get_view()};
          break;
        case message(8):
          lats = numbers{fields.get_view()};
          break;
        case message(9):
          lons = numbers{fields.get_view()};
          break;
        case message(10):
          texts = numbers{fields.get_view()};
          break;
        default:
          fields.skip();
      }
    }
    running id;
    running lat;
    running lon;
    while (!ids.empty()) {
      if (lons.empty() || lats.empty()) throw format_error{"nodes have no place"};
      found_ |= OSM_NODES;
      osm_node node{};
      node.id = id.add(ids.next_signed());
      const auto east = lon.add(lons.next_signed());
      const auto north = lat.add(lats.next_signed());
      const auto before = target_.tags.size();
      begin_tags(node);
      // Pairs of texts up to a zero; none at all if no node of the group has a tag.
      while (!texts.empty()) {
        const auto key = texts.next_index();
        if (key == 0) break;
        if (texts.empty()) throw format_error{"a tag has no value"};
        add_tag(key, texts.next_index());
      }
      end_tags(node);
      if (place(node, east, north)) {
        target_.nodes.push_back(node);
      } else {
        target_.tags.resize(before);
      }
    }
  }

  void read_way(data_view data) {
    osm_way way{};
    numbers keys;
    numbers values;
    numbers refs;
    pbf_reader fields{data};
    while (fields.next()) {
      switch (fields.tag_and_type()) {
        case varint(1):
          way.id = fields.get_int64();
          break;
        case message(2):
          keys = numbers{fields.get_view()};
          break;
        case message(3):
          values = numbers{fields.get_view()};
          break;
        case message(8):
          refs = numbers{fields.get_view()};
          break;
        default:
          fields.skip();
      }
    }
    found_ |= OSM_WAYS;
    way.first_ref = static_cast<uint32_t>(target_.refs.size());
    running ref;
    while (!refs.empty()) target_.refs.push_back(ref.add(refs.next_signed()));
    way.ref_count = static_cast<uint32_t>(target_.refs.size()) - way.first_ref;
    add_tags(way, keys, values);
    target_.ways.push_back(way);
  }

  void read_relation(data_view data) {
    osm_relation relation{};
    numbers keys;
    numbers values;
    numbers roles;
    numbers refs;
    numbers kinds;
    pbf_reader fields{data};
    while (fields.next()) {
      switch (fields.tag_and_type()) {
        case varint(1):
          relation.id = fields.get_int64();
          break;
        case message(2):
          keys = numbers{fields.get_view()};
          break;
        case message(3):
          values = numbers{fields.get_view()};
          break;
        case message(8):
          roles = numbers{fields.get_view()};
          break;
        case message(9):
          refs = numbers{fields.get_view()};
          break;
        case message(10):
          kinds = numbers{fields.get_view()};
          break;
        default:
          fields.skip();
      }
    }
    found_ |= OSM_RELATIONS;
    relation.first_member = static_cast<uint32_t>(target_.members.size());
    running ref;
    while (!roles.empty() && !refs.empty() && !kinds.empty()) {
      const auto &role = text_at(roles.next_index());
      const auto kind = kinds.next_index();
      if (kind > 2) throw format_error{"a relation has a member of an unknown kind"};
      // 0, 1, 2: a node, a way, a relation.
      target_.members.push_back({ref.add(refs.next_signed()), role.view.data(),
                                 static_cast<uint32_t>(role.view.size()), 1U << kind});
    }
    relation.member_count =
        static_cast<uint32_t>(target_.members.size()) - relation.first_member;
    add_tags(relation, keys, values);
    target_.relations.push_back(relation);
  }

  block &target_;
  const key_table &keys_;
  uint32_t wanted_;
  uint32_t found_ = 0;
  std::vector<text> texts_;
  int64_t lon_offset_ = 0;
  int64_t lat_offset_ = 0;
  int32_t granularity_ = 100;
};

}  // namespace

void check_header(data_view content) {
  pbf_reader header{content};
  while (header.next()) {
    if (header.tag_and_type() != message(4)) {
      header.skip();
      continue;
    }
    const auto feature = header.get_string();
    if (feature != "OsmSchema-V0.6" && feature != "DenseNodes" &&
        feature != "HistoricalInformation") {
      throw format_error{"it needs the feature " + feature + ", which is not supported"};
    }
  }
}

uint32_t block::decode(data_view content, const key_table &keys, uint32_t wanted) {
  nodes.clear();
  ways.clear();
  relations.clear();
  refs.clear();
  tags.clear();
  members.clear();
  return decoder{*this, keys, wanted}.decode(content);
}
