/**
 * The device's side of TLP/1: it numbers its events, keeps them until the host has them on its disk, answers, and says every second that it is there.
 * All retries are the host's. docs/protocol.md, "What a device must do".
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdint.h>

#include "line.h"
#include "request.h"
#include "ring.h"

namespace tlp {

struct Identity {
  /** `shoe`, `spots`, `pointer` or `badge`. */
  const char *kind;
  const char *serial;
  const char *firmware;
};

/** Knows what the events of a device mean. */
class Teller {
 public:
  virtual const char *verbOf(const Event &event) const = 0;
  /** What follows number and time. */
  virtual void tell(const Event &event, LineWriter &line) const = 0;
  /** The host asks for everything that is sensed now. */
  virtual void tellAll() = 0;
};

class Device {
 public:
  Device(const Identity &identity, uint8_t payloadBytes);

  /** After power-on: counts the boot, finds its events again and says who it is. */
  void begin(Teller &teller);
  /** Answers what has come and sends the heartbeat that is due. Call it as often as possible. */
  void poll();

  /** Keeps an event, then sends it. False: there was no room, and it is not kept. */
  bool report(const uint8_t *payload);
  /**
   * Something happened that cannot be told. It takes a number that no event has: the host misses that number and rests no verdict on the round.
   * If there is no room, it does so as soon as there is.
   */
  void leaveGap() { owesGap = true; }
  bool isFull() const { return ring.isFull(); }
  /** The last event, from before a power cut too. */
  bool last(Event &event) const { return ring.readNewest(event); }

 private:
  void payGap();
  void hear(char *body);
  void sayHello();
  void sayHeartbeat();
  void refuse(const char *reason, uint32_t from, uint32_t to);
  void resend(uint32_t from, uint32_t to);
  void send(const Event &event);

  const Identity identity;
  Ring ring;
  LineReader reader;
  Teller *teller;
  uint32_t boot;
  uint32_t beatAt;
  bool owesGap;
  struct {
    uint32_t crc, tooLong, gap, over;
  } errors;
};

}  // namespace tlp

#endif
