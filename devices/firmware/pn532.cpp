#include "pn532.h"

#include <string.h>

#include "board.h"

namespace {

const uint8_t SEND = 0x01;
const uint8_t STATUS = 0x02;
const uint8_t FETCH = 0x03;

const uint8_t FROM_HOST = 0xD4;
const uint8_t FROM_CHIP = 0xD5;
const uint8_t SAM_CONFIGURATION = 0x14;
const uint8_t RF_CONFIGURATION = 0x32;
const uint8_t DESELECT = 0x44;
const uint8_t LIST_TARGETS = 0x4A;

/** The answer to `LIST_TARGETS`: D5 4B, how many, number, ATQA 2, SAK, length of the UID, UID. What a smart card adds is not kept. */
const uint8_t ANSWER_MAX = 15;
const uint8_t TARGETS_AT = 2;
const uint8_t UID_LENGTH_AT = 7;
const uint8_t UID_AT = 8;

/** It acknowledges a command within 1 ms and looks for a tag for some 10. */
const uint32_t ANSWER_MS_MAX = 40;
/** Without a field for so long, a tag forgets that it was told to be silent. */
const uint32_t FIELD_MS = 5;
/** It wakes up when it is selected. */
const uint32_t WAKE_MS = 2;

/** It sends the lowest bit first, and the board the highest. */
uint8_t turned(uint8_t byte) {
  uint8_t other = 0;
  for (uint8_t bit = 0; bit < 8; bit++) other = static_cast<uint8_t>(other << 1 | ((byte >> bit) & 1));
  return other;
}

uint8_t exchange(uint8_t byte) { return turned(board::exchange(turned(byte))); }

void pause(uint32_t ms) {
  for (const uint32_t since = board::nowMs(); board::nowMs() - since <= ms;) continue;
}

bool awaitAnswer() {
  for (const uint32_t since = board::nowMs(); board::nowMs() - since <= ANSWER_MS_MAX;) {
    board::select(true);
    exchange(STATUS);
    const uint8_t status = exchange(0);
    board::select(false);
    // Without a chip the line is all high.
    if (status == 0x01) return true;
  }
  return false;
}

bool isAcknowledged() {
  static const uint8_t ACK[] = {0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00};
  if (!awaitAnswer()) return false;
  bool isRight = true;
  board::select(true);
  exchange(FETCH);
  for (uint8_t at = 0; at < sizeof ACK; at++) isRight = exchange(0) == ACK[at] && isRight;
  board::select(false);
  return isRight;
}

void sendFrame(const uint8_t *command, uint8_t length) {
  board::select(true);
  exchange(SEND);
  exchange(0x00);
  exchange(0x00);
  exchange(0xFF);
  exchange(length + 1);
  exchange(static_cast<uint8_t>(-(length + 1)));
  exchange(FROM_HOST);
  uint8_t sum = FROM_HOST;
  for (uint8_t at = 0; at < length; at++) {
    exchange(command[at]);
    sum = static_cast<uint8_t>(sum + command[at]);
  }
  exchange(static_cast<uint8_t>(-sum));
  exchange(0x00);
  board::select(false);
}

/** 00 00 FF LEN LCS data DCS 00. Keeps the first bytes of the data; 0: no frame came, or a damaged one. */
uint8_t readFrame(uint8_t answer[ANSWER_MAX]) {
  if (!awaitAnswer()) return 0;
  memset(answer, 0, ANSWER_MAX);
  board::select(true);
  exchange(FETCH);
  bool isRight = exchange(0) == 0x00;
  isRight = exchange(0) == 0x00 && isRight;
  isRight = exchange(0) == 0xFF && isRight;
  const uint8_t length = exchange(0);
  isRight = static_cast<uint8_t>(length + exchange(0)) == 0 && isRight;
  uint8_t sum = 0;
  for (uint8_t at = 0; isRight && at < length; at++) {
    const uint8_t byte = exchange(0);
    if (at < ANSWER_MAX) answer[at] = byte;
    sum = static_cast<uint8_t>(sum + byte);
  }
  isRight = static_cast<uint8_t>(sum + exchange(0)) == 0 && isRight;
  board::select(false);
  return isRight ? length : 0;
}

/** False: no answer, or one to something else. */
bool ask(const uint8_t *command, uint8_t length, uint8_t answer[ANSWER_MAX]) {
  sendFrame(command, length);
  return isAcknowledged() && readFrame(answer) >= 2 && answer[0] == FROM_CHIP && answer[1] == command[0] + 1;
}

bool isAmong(const Tag &tag, const Sight &sight) {
  for (uint8_t at = 0; at < sight.count; at++)
    if (memcmp(sight.tags[at].uid, tag.uid, UID_BYTES) == 0) return true;
  return false;
}

bool setField(bool on) {
  const uint8_t command[] = {RF_CONFIGURATION, 0x01, static_cast<uint8_t>(on ? 0x01 : 0x00)};
  uint8_t answer[ANSWER_MAX];
  if (!ask(command, sizeof command, answer)) return false;
  pause(FIELD_MS);
  return true;
}

}  // namespace

void Pn532::look(Sight &sight) {
  sight.count = 0;
  sight.isWhole = false;
  if (!isReady) isReady = begin();
  // All that were silent are heard again.
  isReady = isReady && setField(false) && setField(true);
  while (isReady && sight.count < TAGS_MAX) {
    Tag &tag = sight.tags[sight.count];
    const Picked picked = pick(tag);
    sight.isWhole = picked == Picked::NONE;
    // One that does not keep silent hides the others.
    if (picked != Picked::TAG || isAmong(tag, sight)) return;
    sight.count++;
    if (!silence()) return;
  }
}

bool Pn532::begin() {
  // Normal mode, without the chip for smart cards that it could have beside it; one try for each answer.
  const uint8_t normal[] = {SAM_CONFIGURATION, 0x01, 0x00, 0x00};
  const uint8_t retries[] = {RF_CONFIGURATION, 0x05, 0x00, 0x00, 0x00};
  uint8_t answer[ANSWER_MAX];
  board::select(true);
  pause(WAKE_MS);
  board::select(false);
  return ask(normal, sizeof normal, answer) && ask(retries, sizeof retries, answer);
}

Pn532::Picked Pn532::pick(Tag &tag) {
  const uint8_t command[] = {LIST_TARGETS, 0x01, 0x00};
  uint8_t answer[ANSWER_MAX];
  isReady = ask(command, sizeof command, answer);
  if (!isReady) return Picked::DAMAGE;
  if (answer[TARGETS_AT] == 0) return Picked::NONE;
  const uint8_t length = answer[UID_LENGTH_AT];
  if (length != 4 && length != 7) return Picked::DAMAGE;
  memset(tag.uid, 0, UID_BYTES);
  memcpy(tag.uid, answer + UID_AT, length);
  return Picked::TAG;
}

bool Pn532::silence() {
  const uint8_t command[] = {DESELECT, 0x01};
  uint8_t answer[ANSWER_MAX];
  return ask(command, sizeof command, answer) && (answer[TARGETS_AT] & 0x3F) == 0;
}
