#include "card-teacher.h"

#include "board.h"

namespace {

void say(const char *text) {
  while (*text != '\0') board::send(static_cast<uint8_t>(*text++));
}

void sayNumber(uint32_t number) {
  if (number >= 10) sayNumber(number / 10);
  board::send(static_cast<uint8_t>('0' + number % 10));
}

void sayHex(uint8_t byte) {
  const char digits[] = "0123456789ABCDEF";
  board::send(static_cast<uint8_t>(digits[byte >> 4]));
  board::send(static_cast<uint8_t>(digits[byte & 0xF]));
}

}  // namespace

void CardTeacher::open(const char *type) {
  say("{\"type\":\"");
  say(type);
  say("\",\"device_id\":\"");
  say(serial);
  say("\",\"seq\":");
  sayNumber(++seq);
}

void CardTeacher::begin() {
  open("boot");
  say("}\n");
}

void CardTeacher::poll() {
  Sight sight;
  field.look(sight);
  for (uint8_t at = 0; at < sight.count; at++) {
    open("card");
    say(",\"card_uid\":\"");
    for (uint8_t byte = 0; byte < uidLength(sight.tags[at]); byte++) sayHex(sight.tags[at].uid[byte]);
    say("\"}\n");
  }
  board::light(field.isBlind());
}
