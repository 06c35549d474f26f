/**
 * What a board gives to the firmware. One file of `boards/` is linked in; the pins are there and in docs/firmware.md.
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

namespace board {

void begin();

/** Milliseconds since power-on; begins again at 0 after 49.7 days. */
uint32_t nowMs();

/** The speed of the line from now on; 115200 before. */
void speak(uint32_t baud);
/** The next byte from the host; -1: there is none. */
int16_t receive();
/** Waits until the line has room. */
void send(uint8_t byte);

/** Bytes of memory that survive a power cut. */
uint16_t memoryBytes();
uint8_t recall(uint16_t at);
/** Returns when the byte is stored, not before. */
void keep(uint16_t at, uint8_t value);

/** The reader's SPI: mode 0, the highest bit first. */
void select(bool on);
uint8_t exchange(uint8_t byte);

/** The light barrier in the mouth of a shoe: a card covers it. Without a barrier it is never covered. */
bool isCovered();
/** The button that says: a new shoe is loaded. */
bool isPressed();
/** The jumper that makes the board show tags instead of playing. */
bool isTeaching();
/** The light that says: something is wrong here. */
void light(bool on);

}  // namespace board

#endif
