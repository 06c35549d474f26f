/** A line of TLP/1, `$BODY*CRC` and LF, written and read byte by byte. docs/protocol.md, "The line". */
#ifndef LINE_H
#define LINE_H

#include <stdint.h>

namespace tlp {

/** `$` and LF included. */
const uint8_t LINE_BYTES_MAX = 240;
/** The longest request that a device obeys is `TS` with two numbers of 16 digits. A longer one is for somebody else. */
const uint8_t REQUEST_CHARS_MAX = 40;

const uint32_t CRC_START = 0xFFFFFFFF;
/** CRC-32/IEEE, one byte further; at the end all bits are inverted. */
uint32_t crcOf(uint32_t before, uint8_t byte);

/** Sends a line while it is made, so that it needs no memory. */
class LineWriter {
 public:
  LineWriter();
  LineWriter &text(const char *text);
  LineWriter &letter(char letter);
  LineWriter &number(uint32_t number);
  void end();

 private:
  uint32_t crc;
};

enum class Heard : uint8_t {
  /** Nothing yet. */
  PART,
  LINE,
  /** Its checksum is wrong, or it is no line at all. */
  BAD,
  TOO_LONG,
};

/** Takes whatever comes. Only what follows the last `$` counts. */
class LineReader {
 public:
  LineReader();
  Heard take(uint8_t byte);
  /** After `LINE`; empty if it was longer than any request that a device obeys. */
  char *body() { return text; }

 private:
  enum class Part : uint8_t { NOISE, BODY, CHECKSUM, WRONG };

  void begin(Part next);
  Heard finish();
  void takeDigit(uint8_t byte);

  char text[REQUEST_CHARS_MAX + 1];
  Part part;
  /** Bytes since the last `$`, it included, or since the line began. Beyond the longest line they are no longer counted. */
  uint8_t length;
  uint8_t chars;
  uint8_t digits;
  uint32_t crc;
  uint32_t claimed;
};

}  // namespace tlp

#endif
