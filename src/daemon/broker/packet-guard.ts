/**
 * Follows the packets of an MQTT byte stream by their fixed headers, and reports a packet that announces more than is allowed before any of
 * it is kept. The limit may change between packets. Length: MQTT 3.1.1, 2.2.3: one to four bytes, seven bits each, lowest first.
 */
export function packetGuard(packetBytesMax: () => number): (bytes: Uint8Array) => boolean {
  /** Bytes of the present packet's body still to come; null: its length is being read. */
  let left: number | null = null
  let length = 0
  let digits = -1
  return (bytes) => {
    let at = 0
    while (at < bytes.length) {
      if (left !== null) {
        const step = Math.min(left, bytes.length - at)
        left -= step
        at += step
      } else if (digits === -1) {
        length = 0
        digits = 0
        at += 1
      } else {
        const byte = bytes[at] ?? 0
        at += 1
        length += (byte & 0x7f) * 128 ** digits
        digits += 1
        if (length > packetBytesMax() || digits > 4) return false
        if (byte < 0x80) left = length
      }
      if (left === 0) {
        left = null
        digits = -1
      }
    }
    return true
  }
}
