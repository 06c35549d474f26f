#include "mfrc522.h"

#include <string.h>

#include "board.h"

namespace {

enum Register : uint8_t {
  COMMAND = 0x01,
  INTERRUPTS = 0x04,
  ERRORS = 0x06,
  FIFO_DATA = 0x09,
  FIFO_LEVEL = 0x0A,
  BIT_FRAMING = 0x0D,
  COLLISION = 0x0E,
  MODE = 0x11,
  TX_CONTROL = 0x14,
  TX_ASK = 0x15,
  TIMER_MODE = 0x2A,
  TIMER_PRESCALER = 0x2B,
  TIMER_RELOAD_HIGH = 0x2C,
  TIMER_RELOAD_LOW = 0x2D,
  VERSION = 0x37,
};

const uint8_t IDLE = 0x00;
const uint8_t TRANSCEIVE = 0x0C;
const uint8_t SOFT_RESET = 0x0F;

const uint8_t RECEIVED = 0x20;
const uint8_t TIMED_OUT = 0x01;
/** Overflow, parity, protocol. */
const uint8_t DAMAGED = 0x13;
const uint8_t COLLIDED = 0x08;

/** The chip's own timer: 25 us a step, from the end of what is sent. Every answer that is waited for begins within 0.1 ms and is short. */
const uint8_t TIMER_STEP = 0xA9;
const uint8_t ANSWER_STEPS = 120;
/** If the chip itself is silent. */
const uint32_t CHIP_MS_MAX = 20;
/** Without a field for so long, a tag forgets that it was told to be silent; with one, it is awake after as long. */
const uint32_t FIELD_MS = 5;

const uint8_t REQA = 0x26;
const uint8_t REQA_BITS = 7;
const uint8_t HLTA = 0x50;
const uint8_t SELECT[] = {0x93, 0x95};
const uint8_t WHOLE_NUMBER = 0x70;
/** In front of a number that goes on in the next level. */
const uint8_t CASCADE_TAG = 0x88;
const uint8_t GOES_ON = 0x04;

void write(uint8_t at, uint8_t value) {
  board::select(true);
  board::exchange(static_cast<uint8_t>(at << 1));
  board::exchange(value);
  board::select(false);
}

uint8_t read(uint8_t at) {
  board::select(true);
  board::exchange(static_cast<uint8_t>(at << 1 | 0x80));
  const uint8_t value = board::exchange(0);
  board::select(false);
  return value;
}

void pause(uint32_t ms) {
  for (const uint32_t since = board::nowMs(); board::nowMs() - since <= ms;) continue;
}

/** ISO/IEC 14443-3, CRC_A, appended. */
void close(uint8_t *bytes, uint8_t length) {
  uint16_t crc = 0x6363;
  for (uint8_t at = 0; at < length; at++) {
    crc ^= bytes[at];
    for (uint8_t bit = 0; bit < 8; bit++) crc = static_cast<uint16_t>(crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1);
  }
  bytes[length] = static_cast<uint8_t>(crc);
  bytes[length + 1] = static_cast<uint8_t>(crc >> 8);
}

bool isClosed(const uint8_t *bytes, uint8_t length) {
  uint8_t own[5];
  memcpy(own, bytes, length);
  close(own, length);
  return own[length] == bytes[length] && own[length + 1] == bytes[length + 1];
}

}  // namespace

void Mfrc522::look(Sight &sight) {
  sight.count = 0;
  sight.isWhole = false;
  if (!isReady) isReady = begin();
  if (!isReady) return;
  // All that were silent are heard again.
  setField(false);
  setField(true);
  for (Got got = request(); got != Got::DAMAGE; got = request()) {
    if (got == Got::NOTHING) {
      // A chip that was pulled out is silent as well.
      sight.isWhole = isReady = read(TIMER_RELOAD_LOW) == ANSWER_STEPS;
      return;
    }
    if (sight.count == TAGS_MAX || !pick(sight.tags[sight.count])) return;
    sight.count++;
  }
}

bool Mfrc522::begin() {
  write(COMMAND, SOFT_RESET);
  pause(2);
  const uint8_t version = read(VERSION);
  // No chip: the line is all high or all low.
  if (version == 0x00 || version == 0xFF) return false;
  write(TX_ASK, 0x40);
  write(MODE, 0x3D);
  write(TIMER_MODE, 0x80);
  write(TIMER_PRESCALER, TIMER_STEP);
  write(TIMER_RELOAD_HIGH, 0);
  write(TIMER_RELOAD_LOW, ANSWER_STEPS);
  // Bits behind a collision come as 0.
  write(COLLISION, 0x00);
  return read(TIMER_RELOAD_LOW) == ANSWER_STEPS;
}

void Mfrc522::setField(bool on) {
  const uint8_t control = read(TX_CONTROL);
  write(TX_CONTROL, on ? control | 0x03 : control & ~0x03);
  pause(FIELD_MS);
}

Mfrc522::Got Mfrc522::exchange(Exchange &it) {
  write(COMMAND, IDLE);
  write(INTERRUPTS, 0x7F);
  write(FIFO_LEVEL, 0x80);
  for (uint8_t at = 0; at < it.length; at++) write(FIFO_DATA, it.bytes[at]);
  // The answer to the beginning of a number goes on in the byte where that ended.
  const uint8_t align = it.length > 2 ? it.bits : 0;
  write(BIT_FRAMING, static_cast<uint8_t>(align << 4 | it.bits));
  write(COMMAND, TRANSCEIVE);
  write(BIT_FRAMING, static_cast<uint8_t>(0x80 | align << 4 | it.bits));
  const uint32_t since = board::nowMs();
  uint8_t told = 0;
  while ((told & (RECEIVED | TIMED_OUT)) == 0) {
    if (board::nowMs() - since > CHIP_MS_MAX) {
      isReady = false;
      return Got::DAMAGE;
    }
    told = read(INTERRUPTS);
  }
  write(BIT_FRAMING, 0);
  if ((told & RECEIVED) == 0) return Got::NOTHING;
  const uint8_t errors = read(ERRORS);
  if ((errors & DAMAGED) != 0) return Got::DAMAGE;
  it.length = read(FIFO_LEVEL);
  if (it.length > sizeof it.bytes) return Got::DAMAGE;
  for (uint8_t at = 0; at < it.length; at++) it.bytes[at] = read(FIFO_DATA);
  if ((errors & COLLIDED) == 0) return Got::BYTES;
  const uint8_t place = read(COLLISION);
  // Bit 5: it cannot say where.
  it.collidedAt = (place & 0x20) != 0 ? 0 : (place & 0x1F) == 0 ? 32 : place & 0x1F;
  return Got::COLLISION;
}

Mfrc522::Got Mfrc522::request() {
  Exchange it = {{REQA}, 1, REQA_BITS, 0};
  return exchange(it);
}

bool Mfrc522::pick(Tag &tag) {
  uint8_t part[4];
  bool isPart = false;
  memset(tag.uid, 0, UID_BYTES);
  if (!pickLevel(0, part, isPart)) return false;
  if (!isPart) {
    memcpy(tag.uid, part, 4);
    return silence();
  }
  if (part[0] != CASCADE_TAG) return false;
  memcpy(tag.uid, part + 1, 3);
  // A third level is for numbers of ten bytes, which no card has.
  if (!pickLevel(1, part, isPart) || isPart) return false;
  memcpy(tag.uid + 3, part, 4);
  return silence();
}

bool Mfrc522::pickLevel(uint8_t level, uint8_t uid[4], bool &isPart) {
  Exchange it = {{SELECT[level], WHOLE_NUMBER}, 9, 0, 0};
  uint8_t number[5];
  if (!anticollide(level, number)) return false;
  memcpy(it.bytes + 2, number, 5);
  close(it.bytes, 7);
  if (exchange(it) != Got::BYTES || it.length != 3 || !isClosed(it.bytes, 1)) return false;
  isPart = (it.bytes[0] & GOES_ON) != 0;
  memcpy(uid, number, 4);
  return true;
}

/** Where two tags differ, the one with a 1 goes on; the bits known so far are sent with the question. */
bool Mfrc522::anticollide(uint8_t level, uint8_t uid[5]) {
  memset(uid, 0, 5);
  uint8_t known = 0;
  // Each collision makes one more bit known.
  for (uint8_t tries = 0; tries <= 32; tries++) {
    const uint8_t whole = known / 8;
    const uint8_t odd = known % 8;
    Exchange it = {};
    it.bytes[0] = SELECT[level];
    it.bytes[1] = static_cast<uint8_t>((2 + whole) << 4 | odd);
    memcpy(it.bytes + 2, uid, whole + (odd > 0 ? 1 : 0));
    it.length = 2 + whole + (odd > 0 ? 1 : 0);
    it.bits = odd;
    const Got got = exchange(it);
    if (got != Got::BYTES && got != Got::COLLISION) return false;
    if (it.length > 5 - whole) return false;
    // The first byte that came holds the rest of the one whose beginning was sent.
    for (uint8_t at = 0; at < it.length; at++) {
      const uint8_t mask = at == 0 ? static_cast<uint8_t>(0xFF << odd) : 0xFF;
      uid[whole + at] = static_cast<uint8_t>((uid[whole + at] & ~mask) | (it.bytes[at] & mask));
    }
    if (got == Got::BYTES) return whole + it.length == 5 && (uid[0] ^ uid[1] ^ uid[2] ^ uid[3]) == uid[4];
    if (it.collidedAt <= known) return false;
    const uint8_t place = static_cast<uint8_t>(it.collidedAt - 1);
    uid[place / 8] |= static_cast<uint8_t>(1 << place % 8);
    // What came behind it is nobody's.
    uid[place / 8] &= static_cast<uint8_t>(0xFF >> (7 - place % 8));
    memset(uid + place / 8 + 1, 0, static_cast<size_t>(4 - place / 8));
    known = it.collidedAt;
  }
  return false;
}

/** It obeys by saying nothing. */
bool Mfrc522::silence() {
  Exchange it = {{HLTA, 0}, 4, 0, 0};
  close(it.bytes, 2);
  return exchange(it) == Got::NOTHING;
}
