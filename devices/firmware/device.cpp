#include "device.h"

#include "board.h"
#include "cells.h"

namespace tlp {

namespace {

/** Three that are missing mean that the line is down. */
const uint32_t HEARTBEAT_MS = 1000;
/** Events that one request may name. */
const uint32_t RESEND_MAX = 16;

}  // namespace

Device::Device(const Identity &identity, uint8_t payloadBytes)
    : identity(identity), ring(BOOT_BYTES, payloadBytes), teller(nullptr), boot(0), beatAt(0), owesGap(false), errors() {}

void Device::begin(Teller &own) {
  teller = &own;
  boot = countBoot();
  ring.load();
  // It was full when the power went: what happened then found no room, and nobody remembers it.
  owesGap = ring.isFull();
  sayHello();
  beatAt = board::nowMs();
}

void Device::poll() {
  for (int16_t byte = board::receive(); byte >= 0; byte = board::receive()) {
    switch (reader.take(static_cast<uint8_t>(byte))) {
      case Heard::LINE:
        hear(reader.body());
        break;
      case Heard::BAD:
        errors.crc++;
        break;
      case Heard::TOO_LONG:
        errors.tooLong++;
        break;
      case Heard::PART:
        break;
    }
  }
  payGap();
  const uint32_t now = board::nowMs();
  if (now - beatAt < HEARTBEAT_MS) return;
  // Not later each time; but after a long wait it sends one, and not all that were due.
  beatAt = now - beatAt < 2 * HEARTBEAT_MS ? beatAt + HEARTBEAT_MS : now;
  sayHeartbeat();
}

bool Device::report(const uint8_t *payload) {
  payGap();
  if (!ring.add(board::nowMs(), payload)) {
    errors.over++;
    return false;
  }
  Event event;
  if (ring.read(ring.newest(), event)) send(event);
  return true;
}

void Device::payGap() {
  if (owesGap && ring.addGap()) owesGap = false;
}

void Device::hear(char *body) {
  const Request request = understand(body);
  switch (request.verb) {
    case Verb::IDENTIFY:
      sayHello();
      break;
    case Verb::ACKNOWLEDGE:
      if (request.to > ring.newest()) {
        LineWriter().text("NK ack ").number(request.to).end();
      } else {
        ring.acknowledge(request.to);
        payGap();
      }
      break;
    case Verb::RESEND:
      resend(request.from, request.to);
      break;
    case Verb::TIME:
      LineWriter().text("TS ").text(request.number).letter(' ').number(board::nowMs()).end();
      break;
    case Verb::SNAPSHOT:
      teller->tellAll();
      break;
    case Verb::MALFORMED:
      LineWriter().text("NK fields ").text(request.word).end();
      break;
    case Verb::UNKNOWN:
      break;
  }
}

/** Sends what is there and refuses the rest, so that one request tells the host both. */
void Device::resend(uint32_t from, uint32_t to) {
  if (to - from >= RESEND_MAX) {
    refuse("range", from, to);
    return;
  }
  bool isWhole = true;
  // `seq - from`, so that the last number there is does not run for ever.
  for (uint32_t seq = from; seq - from <= to - from; seq++) {
    Event event;
    if (ring.read(seq, event)) {
      send(event);
      continue;
    }
    isWhole = false;
    const uint32_t first = seq;
    while (seq != to && !ring.read(seq + 1, event)) seq++;
    refuse("range", first, seq);
    if (seq == to) break;
  }
  if (!isWhole) errors.gap++;
}

void Device::send(const Event &event) {
  LineWriter line;
  line.text(teller->verbOf(event)).letter(' ').number(event.seq).letter(' ').number(event.t);
  teller->tell(event, line);
  line.end();
}

void Device::refuse(const char *reason, uint32_t from, uint32_t to) {
  LineWriter().text("NK ").text(reason).letter(' ').number(from).letter(' ').number(to).end();
}

void Device::sayHello() {
  LineWriter line;
  line.text("HI v=1 dev=").text(identity.kind).text(" sn=").text(identity.serial).text(" fw=").text(identity.firmware);
  line.text(" boot=").number(boot).text(" lo=").number(ring.acknowledged() + 1).text(" hi=").number(ring.newest());
  line.text(" cap=").number(ring.capacity()).text(" t=").number(board::nowMs()).end();
}

void Device::sayHeartbeat() {
  LineWriter line;
  line.text("HB ").number(board::nowMs()).letter(' ').number(ring.newest()).letter(' ').number(ring.acknowledged());
  line.text(" crc=").number(errors.crc).text(" long=").number(errors.tooLong);
  line.text(" gap=").number(errors.gap).text(" over=").number(errors.over).end();
}

}  // namespace tlp
