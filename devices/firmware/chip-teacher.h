/**
 * With the jumper in, a spot names the chip that is laid on it when it is asked, as the reader does that docs/devices.md calls `twn4`:
 * `npm run doctor -- --learn` asks it and writes the chip file. One chip at a time: of several the first.
 */
#ifndef CHIP_TEACHER_H
#define CHIP_TEACHER_H

#include "reader.h"

class ChipTeacher {
 public:
  /** Of the reader that it stands for, as that one is delivered. */
  static const uint32_t BAUD = 9600;

  explicit ChipTeacher(Reader &reader) : reader(reader), heard() {}
  void poll();

 private:
  /** Of the only question that it knows, its length and checksum included. */
  static const uint8_t QUESTION_BYTES = 7;

  bool isAsked() const;
  void answer(const Sight &sight);

  Reader &reader;
  /** The last bytes that came. */
  uint8_t heard[QUESTION_BYTES];
};

#endif
