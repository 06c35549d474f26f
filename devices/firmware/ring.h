/**
 * The events that the host has not acknowledged, in memory that survives a power cut. Event `seq` lies in slot `seq % capacity`, so every byte of the
 * memory wears equally, and the newest number is found again by looking at all slots:
 *
 *   seq 4 | t 4 | payload | check 1 | mark 1
 *
 * The power may go between any two bytes, and in the middle of one. The mark is `WRITING` from before the first byte to behind the last, so a slot that
 * was being written counts as empty. The byte that acknowledges an event may be torn: then the event counts as not acknowledged, and as nothing worse.
 */
#ifndef RING_H
#define RING_H

#include <stdint.h>

namespace tlp {

/** What a spot board has to say of a level: a revision and eight counts. */
const uint8_t PAYLOAD_BYTES_MAX = 12;

struct Event {
  uint32_t seq;
  /** The device's own clock when it happened, ms. */
  uint32_t t;
  uint8_t payload[PAYLOAD_BYTES_MAX];
};

class Ring {
 public:
  /** `begin`: where in the memory it begins; it takes all that follows. */
  Ring(uint16_t begin, uint8_t payloadBytes);
  /** After power-on: finds what lies in the memory. */
  void load();

  uint16_t capacity() const { return slots; }
  /** 0: there was none yet. */
  uint32_t newest() const { return hi; }
  /** The last one that the host has on its disk. */
  uint32_t acknowledged() const { return ack; }
  bool isFull() const { return hi - ack >= slots; }

  /** Gives it the next number and keeps it. False: there is no room. */
  bool add(uint32_t t, const uint8_t *payload);
  /** Uses up a number that no event has. False: there is no room. */
  bool addGap();
  /** False: there is no such event any more, or never was. */
  bool read(uint32_t seq, Event &event) const;
  void acknowledge(uint32_t upTo);
  /** The newest one, acknowledged or not. False: its memory is damaged, or there was none. */
  bool readNewest(Event &event) const;

 private:
  enum Mark : uint8_t { WRITING = 0x00, HELD = 0xA5, DONE = 0x5A };
  enum class Found : uint8_t { NOTHING, EVENT, GAP };

  uint16_t slotBytes() const;
  uint16_t slotOf(uint32_t seq) const;
  uint16_t markAt(uint16_t slot) const { return slot + slotBytes() - 1; }
  Found readSlot(uint16_t slot, Event &event) const;
  uint8_t checkOf(const Event &event, Found what) const;
  bool put(uint32_t t, const uint8_t *payload, Found what);

  const uint16_t start;
  const uint8_t payloadBytes;
  uint16_t slots;
  uint32_t hi;
  uint32_t ack;
};

}  // namespace tlp

#endif
