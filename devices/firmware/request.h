/** What a host asks of a device: the body of a line, understood. docs/protocol.md, "What the host says". */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdint.h>

namespace tlp {

enum class Verb : uint8_t {
  IDENTIFY,
  ACKNOWLEDGE,
  RESEND,
  TIME,
  SNAPSHOT,
  /** Of a newer host, or for a device that can do more. */
  UNKNOWN,
  /** A known word with fields that it cannot have. */
  MALFORMED,
};

struct Request {
  Verb verb;
  /** Its first word, in the body. */
  const char *word;
  /** `ACK to`, `RS from to`. */
  uint32_t from;
  uint32_t to;
  /** The number of a `TS`, as it was written: it may have more digits than a device can count with. */
  const char *number;
};

/** Cuts the body into its words, in place. */
Request understand(char *body);

}  // namespace tlp

#endif
