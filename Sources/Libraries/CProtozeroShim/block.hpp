#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <protozero/data_view.hpp>

#include "CProtozeroShim.h"

// The inner layer of OpenStreetMap PBF: what a blob holds
// (wiki.openstreetmap.org/wiki/PBF_Format, "Encoding OSM entities").

// Tag keys of interest and their numbers.
using key_table = std::unordered_map<std::string_view, uint32_t>;

// Refuses a header that asks for a feature we do not know.
void check_header(protozero::data_view content);

// The objects of one blob, first to last. Texts handed out point into the blob's content, which must
// outlive them.
struct block {
  std::vector<osm_node> nodes;
  std::vector<osm_way> ways;
  std::vector<osm_relation> relations;
  std::vector<int64_t> refs;
  std::vector<osm_tag> tags;
  std::vector<osm_member> members;

  // Replaces what it holds by those objects of `content` whose kinds are wanted.
  //
  // Returns the kinds of objects that were found; of kinds that are not wanted, none.
  uint32_t decode(protozero::data_view content, const key_table &keys, uint32_t wanted);
};
