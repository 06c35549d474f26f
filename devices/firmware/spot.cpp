#include "spot.h"

#include <string.h>

#include "board.h"
#include "line.h"

namespace {

/** So long inventories have to agree, at least two of them: a hand that lays a chip down takes longer than this between two movements. */
const uint32_t SETTLE_MS = 250;
/** So long without a whole inventory is no hand any more. */
const uint32_t BLIND_MS = 3000;

}  // namespace

Spot::Spot(tlp::Device &device, Reader &reader, const char *name)
    : device(device),
      reader(reader),
      name(name),
      seen(),
      seenAt(0),
      hasSeen(false),
      told(),
      rev(0),
      isOwed(true),
      isUnknown(false),
      sureAt(0) {}

void Spot::begin() {
  tlp::Event event;
  if (!device.last(event)) return;
  memcpy(&rev, event.payload, sizeof rev);
  memcpy(told, event.payload + sizeof rev, sizeof told);
  isOwed = false;
}

void Spot::poll() {
  Sight sight;
  reader.look(sight);
  const uint32_t now = board::nowMs();
  if (!sight.isWhole) {
    hasSeen = false;
  } else {
    sureAt = now;
    const Level level = levelOf(sight);
    const bool isSame = hasSeen && level.digest == seen.digest && memcmp(level.counts, seen.counts, sizeof seen.counts) == 0;
    if (!isSame) seenAt = now;
    seen = level;
    hasSeen = true;
    if (isSame && now - seenAt >= SETTLE_MS) settle();
  }
  if (now - sureAt > BLIND_MS && !isUnknown) {
    isUnknown = true;
    device.leaveGap();
  }
  board::light(isUnknown || device.isFull());
}

Spot::Level Spot::levelOf(const Sight &sight) {
  Level level = {};
  level.isStrange = false;
  for (uint8_t at = 0; at < sight.count; at++) {
    uint32_t crc = tlp::CRC_START;
    for (const uint8_t byte : sight.tags[at].uid) crc = tlp::crcOf(crc, byte);
    level.digest += crc;
    const uint8_t kind = meaningOf(sight.tags[at]);
    if (kind < chipKinds()) level.counts[kind]++;
    else level.isStrange = true;
  }
  return level;
}

void Spot::settle() {
  if (seen.isStrange) {
    // There is a level, and it cannot be told.
    if (!isUnknown) device.leaveGap();
    isUnknown = true;
    return;
  }
  isUnknown = false;
  if (memcmp(seen.counts, told, sizeof told) != 0) {
    memcpy(told, seen.counts, sizeof told);
    rev++;
    isOwed = false;
    tellLevel();
  } else if (isOwed && !device.isFull()) {
    isOwed = false;
    tellLevel();
  }
}

void Spot::tellLevel() {
  uint8_t payload[PAYLOAD_BYTES];
  memcpy(payload, &rev, sizeof rev);
  memcpy(payload + sizeof rev, told, sizeof told);
  // Without room it waits: the level is told when there is some.
  isOwed = !device.report(payload);
}

void Spot::tell(const tlp::Event &event, tlp::LineWriter &line) const {
  uint32_t ownRev;
  memcpy(&ownRev, event.payload, sizeof ownRev);
  line.letter(' ').text(name).letter(' ').number(ownRev).letter(' ');
  uint32_t amount = 0;
  bool isEmpty = true;
  for (uint8_t kind = 0; kind < chipKinds(); kind++) {
    const uint8_t count = event.payload[sizeof ownRev + kind];
    if (count == 0) continue;
    if (!isEmpty) line.letter(',');
    isEmpty = false;
    const uint32_t value = chipValue(kind);
    if (value == 0) line.text("FB");
    else line.number(value);
    line.letter('x').number(count);
    amount += value * count;
  }
  if (isEmpty) line.letter('-');
  line.letter(' ').number(amount);
}
