/**
 * The MFRC522 over SPI, and ISO 14443A by hand: who is there, one after the other by anticollision, each told to be silent when it is known.
 * Sources: NXP MFRC522 data sheet (registers), ISO/IEC 14443-3 (requests, cascade levels, CRC_A), github.com/miguelbalboa/rfid (that the place of a
 * collision counts from the beginning of the number).
 */
#ifndef MFRC522_H
#define MFRC522_H

#include "reader.h"

class Mfrc522 : public Reader {
 public:
  Mfrc522() : isReady(false) {}
  void look(Sight &sight) override;

 private:
  enum class Got : uint8_t { NOTHING, BYTES, COLLISION, DAMAGE };
  /** What is sent, and what came back. */
  struct Exchange {
    uint8_t bytes[9];
    uint8_t length;
    /** Bits of the last byte; 0: all eight. The first byte that comes back begins behind them. */
    uint8_t bits;
    /** The bit of the number, from 1, in which two tags differ; 0: it cannot be told. */
    uint8_t collidedAt;
  };

  bool begin();
  void setField(bool on);
  Got exchange(Exchange &exchange);
  Got request();
  /** One of those that answered; it is silent from then on. */
  bool pick(Tag &tag);
  /** Four bytes of its number; more follow if `isPart`. */
  bool pickLevel(uint8_t level, uint8_t uid[4], bool &isPart);
  bool anticollide(uint8_t level, uint8_t uid[5]);
  bool silence();

  bool isReady;
};

#endif
