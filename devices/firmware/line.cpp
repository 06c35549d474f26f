#include "line.h"

#include "board.h"

namespace tlp {

uint32_t crcOf(uint32_t before, uint8_t byte) {
  uint32_t crc = before ^ byte;
  for (uint8_t bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xEDB88320 : crc >> 1;
  return crc;
}

// --- out ------------------------------------------------------------------------------------------------------------------

LineWriter::LineWriter() : crc(CRC_START) { board::send('$'); }

LineWriter &LineWriter::letter(char letter) {
  crc = crcOf(crc, static_cast<uint8_t>(letter));
  board::send(static_cast<uint8_t>(letter));
  return *this;
}

LineWriter &LineWriter::text(const char *text) {
  while (*text != '\0') letter(*text++);
  return *this;
}

LineWriter &LineWriter::number(uint32_t number) {
  char digits[10];
  uint8_t count = 0;
  do {
    digits[count++] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number > 0);
  while (count > 0) letter(digits[--count]);
  return *this;
}

void LineWriter::end() {
  const uint32_t sum = ~crc;
  board::send('*');
  for (int8_t shift = 28; shift >= 0; shift -= 4) {
    const uint8_t digit = (sum >> shift) & 0xF;
    board::send(static_cast<uint8_t>(digit < 10 ? '0' + digit : 'A' + digit - 10));
  }
  board::send('\n');
}

// --- in -------------------------------------------------------------------------------------------------------------------

LineReader::LineReader() : text() { begin(Part::NOISE); }

void LineReader::begin(Part next) {
  part = next;
  length = next == Part::BODY ? 1 : 0;
  chars = digits = 0;
  crc = CRC_START;
  claimed = 0;
}

Heard LineReader::take(uint8_t byte) {
  if (byte == '\n') return finish();
  if (byte == '$') {
    begin(Part::BODY);
    return Heard::PART;
  }
  if (length < LINE_BYTES_MAX) length++;
  if (part == Part::CHECKSUM) takeDigit(byte);
  if (part != Part::BODY) return Heard::PART;
  if (byte == '*') {
    part = chars > 0 ? Part::CHECKSUM : Part::WRONG;
  } else if (byte < 0x20 || byte > 0x7E) {
    part = Part::WRONG;
  } else {
    crc = crcOf(crc, byte);
    if (chars < REQUEST_CHARS_MAX) text[chars] = static_cast<char>(byte);
    if (chars <= REQUEST_CHARS_MAX) chars++;
  }
  return Heard::PART;
}

/** A CR in front of the LF is part of the line end; anywhere else it is no character of a line. */
void LineReader::takeDigit(uint8_t byte) {
  const bool isDigit = byte >= '0' && byte <= '9';
  const bool isHex = isDigit || (byte >= 'A' && byte <= 'F');
  if (byte == '\r' && digits == 8) {
    digits = 9;
  } else if (!isHex || digits >= 8) {
    part = Part::WRONG;
  } else {
    claimed = claimed << 4 | static_cast<uint8_t>(isDigit ? byte - '0' : byte - 'A' + 10);
    digits++;
  }
}

Heard LineReader::finish() {
  const bool isEmpty = length == 0;
  // The LF is part of the line.
  const bool isTooLong = length >= LINE_BYTES_MAX;
  const bool isGood = !isTooLong && part == Part::CHECKSUM && digits >= 8 && claimed == static_cast<uint32_t>(~crc);
  const uint8_t kept = isGood && chars <= REQUEST_CHARS_MAX ? chars : 0;
  begin(Part::NOISE);
  if (isGood) {
    text[kept] = '\0';
    return Heard::LINE;
  }
  if (isTooLong) return Heard::TOO_LONG;
  return isEmpty ? Heard::PART : Heard::BAD;
}

}  // namespace tlp
