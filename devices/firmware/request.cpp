#include "request.h"

#include <string.h>

namespace tlp {

namespace {

/** More than any request has. */
const uint8_t WORDS_MAX = 4;
const uint8_t DIGITS_MAX = 16;

/** A number as the protocol writes it, without leading zeros. */
bool isNumber(const char *text) {
  uint8_t digits = 0;
  for (; text[digits] != '\0'; digits++)
    if (text[digits] < '0' || text[digits] > '9' || digits >= DIGITS_MAX) return false;
  return digits > 0 && (digits == 1 || text[0] != '0');
}

/** False: it is no number, or none that a device can count with. */
bool readNumber(const char *text, uint32_t &number) {
  if (!isNumber(text)) return false;
  number = 0;
  for (; *text != '\0'; text++) {
    const uint8_t digit = static_cast<uint8_t>(*text - '0');
    if (number > (UINT32_MAX - digit) / 10) return false;
    number = number * 10 + digit;
  }
  return true;
}

struct Row {
  const char *word;
  uint8_t fields;
  Verb verb;
};

const Row ROWS[] = {
    {"?ID", 0, Verb::IDENTIFY}, {"ACK", 1, Verb::ACKNOWLEDGE}, {"RS", 2, Verb::RESEND},
    {"TS", 2, Verb::TIME},      {"SNAP", 0, Verb::SNAPSHOT},
};

bool readFields(Request &request, const char *const fields[]) {
  switch (request.verb) {
    case Verb::ACKNOWLEDGE:
      return readNumber(fields[0], request.to);
    case Verb::RESEND:
      return readNumber(fields[0], request.from) && readNumber(fields[1], request.to) && request.from >= 1 && request.to >= request.from;
    case Verb::TIME:
      request.number = fields[0];
      return isNumber(fields[0]) && isNumber(fields[1]);
    default:
      return true;
  }
}

}  // namespace

Request understand(char *body) {
  const char *words[WORDS_MAX];
  uint8_t count = 0;
  for (char *at = body; at != nullptr && count < WORDS_MAX;) {
    words[count++] = at;
    at = strchr(at, ' ');
    if (at != nullptr) *at++ = '\0';
  }
  Request request = {Verb::UNKNOWN, words[0], 0, 0, ""};
  for (const Row &row : ROWS) {
    if (strcmp(row.word, words[0]) != 0) continue;
    request.verb = row.verb;
    if (count != row.fields + 1 || !readFields(request, words + 1)) request.verb = Verb::MALFORMED;
  }
  return request;
}

}  // namespace tlp
