#include "chip-teacher.h"

#include <string.h>

#include "board.h"

namespace {

/** Length, low byte first, `SearchTag`, and the longest number that is wanted. A checksum follows. */
const uint8_t QUESTION[] = {0x05, 0x00, 0x05, 0x00, 0x28};
const uint8_t ISO_14443A = 0x80;
const uint8_t FOUND = 0x01;

/** Sends a frame while it is made: its length, its bytes, and the checksum of these (polynomial 8408, from FFFF), which does not cover the length. */
class Frame {
 public:
  explicit Frame(uint8_t bytes) : crc(0xFFFF) {
    board::send(bytes + 2);
    board::send(0);
  }
  void add(uint8_t byte) {
    board::send(byte);
    crc ^= byte;
    for (uint8_t bit = 0; bit < 8; bit++) crc = static_cast<uint16_t>(crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1);
  }
  void end() {
    board::send(static_cast<uint8_t>(crc));
    board::send(static_cast<uint8_t>(crc >> 8));
  }

 private:
  uint16_t crc;
};

}  // namespace

void ChipTeacher::poll() {
  Sight sight;
  reader.look(sight);
  board::light(!sight.isWhole);
  for (int16_t byte = board::receive(); byte >= 0; byte = board::receive()) {
    memmove(heard, heard + 1, QUESTION_BYTES - 1);
    heard[QUESTION_BYTES - 1] = static_cast<uint8_t>(byte);
    if (isAsked()) answer(sight);
  }
}

bool ChipTeacher::isAsked() const { return memcmp(heard, QUESTION, sizeof QUESTION) == 0; }

void ChipTeacher::answer(const Sight &sight) {
  if (sight.count == 0) {
    Frame frame(2);
    frame.add(0);
    frame.add(0);
    frame.end();
    return;
  }
  const Tag &tag = sight.tags[0];
  const uint8_t length = uidLength(tag);
  Frame frame(5 + length);
  frame.add(0);
  frame.add(FOUND);
  frame.add(ISO_14443A);
  frame.add(length * 8);
  frame.add(length);
  for (uint8_t at = 0; at < length; at++) frame.add(tag.uid[at]);
  frame.end();
}
