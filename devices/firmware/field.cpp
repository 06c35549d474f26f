#include "field.h"

#include <string.h>

#include "board.h"

namespace {

/** A tag that is not seen for so long has gone. A reader misses a tag that moves now and then, several looks in a row. */
const uint16_t GONE_MS = 250;
/** A tag that comes or goes spoils a look or two. */
const uint32_t BLIND_MS = 1000;

}  // namespace

void Field::look(Sight &sight) {
  isFirst = !hasBeenSure;
  reader.look(sight);
  const uint32_t now = board::nowMs();
  if (sight.isWhole) {
    sureAt = now;
    hasBeenSure = true;
  }
  uint8_t fresh = 0;
  for (uint8_t at = 0; at < sight.count; at++)
    if (isNew(sight.tags[at], static_cast<uint16_t>(now))) sight.tags[fresh++] = sight.tags[at];
  sight.count = fresh;
  forgetGone(static_cast<uint16_t>(now));
}

bool Field::isBlind() const { return board::nowMs() - sureAt > BLIND_MS; }

bool Field::isNew(const Tag &tag, uint16_t now) {
  for (uint8_t at = 0; at < lyingCount; at++) {
    if (memcmp(lying[at].tag.uid, tag.uid, UID_BYTES) != 0) continue;
    lying[at].seenAt = now;
    return false;
  }
  // As many as one look can see, and those that have just gone: of more the oldest is forgotten.
  if (lyingCount == TAGS_MAX) memmove(lying, lying + 1, --lyingCount * sizeof *lying);
  lying[lyingCount].tag = tag;
  lying[lyingCount++].seenAt = now;
  return true;
}

void Field::forgetGone(uint16_t now) {
  uint8_t kept = 0;
  for (uint8_t at = 0; at < lyingCount; at++)
    if (static_cast<uint16_t>(now - lying[at].seenAt) <= GONE_MS) lying[kept++] = lying[at];
  lyingCount = kept;
}
