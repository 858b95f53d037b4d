#include "web_assets.h"

// Written by tools/web, which also touches this file, so that it is compiled again.
#if __has_include("../../../.build/web/embed/list.h")
#include "../../../.build/web/embed/list.h"
#else
static const web_asset assets[1];
static const size_t asset_count = 0;
#endif

size_t web_asset_count(void) { return asset_count; }

const web_asset *web_asset_at(size_t index) {
  return index < asset_count ? &assets[index] : NULL;
}
