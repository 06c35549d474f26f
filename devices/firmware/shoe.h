/**
 * A shoe: every tag that comes into the field at its mouth is a card that leaves. With a light barrier there, a card that passes and is not read is
 * told as well, as `??`.
 */
#ifndef SHOE_H
#define SHOE_H

#include "device.h"
#include "field.h"

class Shoe : public tlp::Teller {
 public:
  Shoe(tlp::Device &device, Reader &reader);
  void poll();

  static const uint8_t PAYLOAD_BYTES = 1;
  const char *verbOf(const tlp::Event &event) const override;
  void tell(const tlp::Event &event, tlp::LineWriter &line) const override;
  /** Nothing lies anywhere in a shoe. */
  void tellAll() override {}

 private:
  void readCards();
  void watchBarrier();
  void watchButton();
  void report(uint8_t what);
  bool wasTold(uint8_t card) const;

  tlp::Device &device;
  Field field;
  bool isBlind;
  /** A tag was read, and no card has passed the barrier for it yet. */
  bool isAhead;
  uint32_t readAt;
  bool isCovered;
  uint32_t coveredAt;
  /** A card has passed the barrier, and no tag was read for it yet. */
  bool isUnread;
  uint32_t passedAt;
  bool isPressed;
  uint32_t pressedAt;
};

#endif
