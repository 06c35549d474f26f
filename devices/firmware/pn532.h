/**
 * The PN532 over SPI. It does anticollision by itself and names one tag at a time: each is told to be silent, until none answers.
 * Sources: NXP PN532 user manual UM0701 (frames, commands), libnfc (that tags are listed one after the other in this way).
 */
#ifndef PN532_H
#define PN532_H

#include "reader.h"

class Pn532 : public Reader {
 public:
  Pn532() : isReady(false) {}
  void look(Sight &sight) override;

 private:
  enum class Picked : uint8_t { TAG, NONE, DAMAGE };

  bool begin();
  Picked pick(Tag &tag);
  bool silence();

  bool isReady;
};

#endif
