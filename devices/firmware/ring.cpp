#include "ring.h"

#include <string.h>

#include "board.h"
#include "cells.h"

namespace tlp {

namespace {

const uint8_t SEQ_AT = 0;
const uint8_t TIME_AT = 4;
const uint8_t PAYLOAD_AT = 8;
/** The check and the mark. */
const uint8_t TAIL_BYTES = 2;
/** A number as it stands in memory that was never written. */
const uint32_t ERASED = 0xFFFFFFFF;

}  // namespace

Ring::Ring(uint16_t begin, uint8_t payloadBytes) : start(begin), payloadBytes(payloadBytes), slots(1), hi(0), ack(0) {}

void Ring::load() {
  slots = (board::memoryBytes() - start) / slotBytes();
  hi = ack = 0;
  uint32_t lowest = 0;
  for (uint16_t at = 0; at < slots; at++) {
    const uint16_t slot = start + at * slotBytes();
    Event event;
    if (readSlot(slot, event) == Found::NOTHING || slotOf(event.seq) != slot) continue;
    if (event.seq > hi) hi = event.seq;
    if (board::recall(markAt(slot)) == DONE && event.seq > ack) ack = event.seq;
    if (lowest == 0 || event.seq < lowest) lowest = event.seq;
  }
  // The one that was acknowledged last may have been overwritten since: then all that are left are unacknowledged.
  if (ack == 0 && lowest > 0) ack = lowest - 1;
}

bool Ring::add(uint32_t t, const uint8_t *payload) { return put(t, payload, Found::EVENT); }

bool Ring::addGap() {
  const uint8_t nothing[PAYLOAD_BYTES_MAX] = {};
  return put(0, nothing, Found::GAP);
}

bool Ring::put(uint32_t t, const uint8_t *payload, Found what) {
  if (isFull()) return false;
  Event event;
  event.seq = hi + 1;
  event.t = t;
  memcpy(event.payload, payload, payloadBytes);
  const uint16_t slot = slotOf(event.seq);
  board::keep(markAt(slot), WRITING);
  keepNumber(slot + SEQ_AT, event.seq);
  keepNumber(slot + TIME_AT, event.t);
  for (uint8_t byte = 0; byte < payloadBytes; byte++) board::keep(slot + PAYLOAD_AT + byte, event.payload[byte]);
  board::keep(slot + PAYLOAD_AT + payloadBytes, checkOf(event, what));
  board::keep(markAt(slot), HELD);
  hi = event.seq;
  return true;
}

bool Ring::read(uint32_t seq, Event &event) const {
  return seq > ack && seq <= hi && readSlot(slotOf(seq), event) == Found::EVENT && event.seq == seq;
}

bool Ring::readNewest(Event &event) const {
  return hi > 0 && readSlot(slotOf(hi), event) == Found::EVENT && event.seq == hi;
}

/** One byte says it for all before it, and lies in another place each time. */
void Ring::acknowledge(uint32_t upTo) {
  if (upTo <= ack || upTo > hi) return;
  board::keep(markAt(slotOf(upTo)), DONE);
  ack = upTo;
}

uint16_t Ring::slotBytes() const { return PAYLOAD_AT + payloadBytes + TAIL_BYTES; }

uint16_t Ring::slotOf(uint32_t seq) const { return start + static_cast<uint16_t>(seq % slots) * slotBytes(); }

Ring::Found Ring::readSlot(uint16_t slot, Event &event) const {
  if (board::recall(markAt(slot)) == WRITING) return Found::NOTHING;
  event.seq = recallNumber(slot + SEQ_AT);
  event.t = recallNumber(slot + TIME_AT);
  for (uint8_t byte = 0; byte < payloadBytes; byte++) event.payload[byte] = board::recall(slot + PAYLOAD_AT + byte);
  if (event.seq == 0 || event.seq == ERASED) return Found::NOTHING;
  const uint8_t check = board::recall(slot + PAYLOAD_AT + payloadBytes);
  if (check == checkOf(event, Found::EVENT)) return Found::EVENT;
  return check == checkOf(event, Found::GAP) ? Found::GAP : Found::NOTHING;
}

/** The size of the payload is part of it, so that what other firmware left there is not taken for events. */
uint8_t Ring::checkOf(const Event &event, Found what) const {
  uint8_t crc = checkedNumber(checkedNumber(payloadBytes, event.seq), event.t);
  for (uint8_t byte = 0; byte < payloadBytes; byte++) crc = checked(crc, event.payload[byte]);
  return static_cast<uint8_t>(what == Found::GAP ? ~crc : crc);
}

}  // namespace tlp
