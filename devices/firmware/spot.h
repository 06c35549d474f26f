/** A spot: what lies on it is told when inventories of it agree for a while. */
#ifndef SPOT_H
#define SPOT_H

#include "device.h"
#include "reader.h"
#include "tags.h"

class Spot : public tlp::Teller {
 public:
  Spot(tlp::Device &device, Reader &reader, const char *name);
  /** After `Device::begin`: goes on with the level that was told last. */
  void begin();
  void poll();

  /** The revision, and a count of each kind. */
  static const uint8_t PAYLOAD_BYTES = 4 + CHIP_KINDS_MAX;
  const char *verbOf(const tlp::Event &) const override { return "S"; }
  void tell(const tlp::Event &event, tlp::LineWriter &line) const override;
  void tellAll() override { isOwed = true; }

 private:
  struct Level {
    uint8_t counts[CHIP_KINDS_MAX];
    /** Of the numbers of its tags, in whatever order they were read. */
    uint32_t digest;
    /** No file names one of its tags, so nobody knows what it is worth. */
    bool isStrange;
  };

  static Level levelOf(const Sight &sight);
  void settle();
  void tellLevel();

  tlp::Device &device;
  Reader &reader;
  const char *const name;
  /** What the last inventory saw, and since when they have agreed. */
  Level seen;
  uint32_t seenAt;
  bool hasSeen;
  /** What was told last. */
  uint8_t told[CHIP_KINDS_MAX];
  uint32_t rev;
  bool isOwed;
  /** Somebody has been told that the level is not known. */
  bool isUnknown;
  uint32_t sureAt;
};

#endif
