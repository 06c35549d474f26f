/** Arduino Nano or Uno: ATmega328P at 16 MHz, 5 V. Needs avr-libc alone. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "../board.h"

void setup();
void loop();

namespace {

// Port B: the pins of the SPI. D10 to D13.
const uint8_t SELECT = 1 << PB2;
const uint8_t DATA_OUT = 1 << PB3;
const uint8_t CLOCK = 1 << PB5;
// Port D: D2 to D5. Nothing connected reads as nothing there.
const uint8_t BARRIER = 1 << PD2;
const uint8_t BUTTON = 1 << PD3;
const uint8_t LIGHT = 1 << PD4;
const uint8_t TEACHING = 1 << PD5;

/** At 16 MHz 2.1 % too fast, which every USB converter takes. */
const uint32_t BAUD = 115200;
/** A look at a high stack takes 0.4 s, and at the beginning the host asks for the time every 50 ms: so much waits meanwhile. */
const uint16_t INPUT_BYTES = 256;

volatile uint8_t input[INPUT_BYTES];
volatile uint8_t inputHead = 0;
volatile uint8_t inputTail = 0;
volatile uint32_t clockMs = 0;
/** A fast card may have come and gone between two looks. */
volatile bool wasCovered = false;

}  // namespace

ISR(TIMER0_COMPA_vect) { clockMs++; }

ISR(INT0_vect) { wasCovered = true; }

ISR(USART_RX_vect) {
  const uint8_t byte = UDR0;
  const uint8_t next = static_cast<uint8_t>((inputHead + 1) % INPUT_BYTES);
  // What has no room is lost as on the line: the host asks again.
  if (next == inputTail) return;
  input[inputHead] = byte;
  inputHead = next;
}

namespace board {

void begin() {
  // One tick each millisecond: 16 MHz / 64 / 250.
  TCCR0A = 1 << WGM01;
  TCCR0B = 1 << CS01 | 1 << CS00;
  OCR0A = 249;
  TIMSK0 = 1 << OCIE0A;

  speak(BAUD);
  UCSR0A = 1 << U2X0;
  UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
  UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;

  PORTB |= SELECT;
  DDRB |= SELECT | DATA_OUT | CLOCK;
  // 4 MHz: either reader takes it.
  SPCR = 1 << SPE | 1 << MSTR;

  DDRD |= LIGHT;
  PORTD |= BARRIER | BUTTON | TEACHING;
  EICRA = 1 << ISC01;
  EIMSK = 1 << INT0;
  sei();
}

uint32_t nowMs() {
  ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { return clockMs; }
  return 0;
}

void speak(uint32_t baud) { UBRR0 = static_cast<uint16_t>((F_CPU / 8 + baud / 2) / baud - 1); }

int16_t receive() {
  if (inputTail == inputHead) return -1;
  const uint8_t byte = input[inputTail];
  inputTail = static_cast<uint8_t>((inputTail + 1) % INPUT_BYTES);
  return byte;
}

void send(uint8_t byte) {
  loop_until_bit_is_set(UCSR0A, UDRE0);
  UDR0 = byte;
}

uint16_t memoryBytes() { return E2END + 1; }

uint8_t recall(uint16_t at) { return eeprom_read_byte(reinterpret_cast<const uint8_t *>(at)); }

void keep(uint16_t at, uint8_t value) {
  eeprom_update_byte(reinterpret_cast<uint8_t *>(at), value);
  eeprom_busy_wait();
}

void select(bool on) {
  if (on) PORTB &= ~SELECT;
  else PORTB |= SELECT;
}

uint8_t exchange(uint8_t byte) {
  SPDR = byte;
  loop_until_bit_is_set(SPSR, SPIF);
  return SPDR;
}

bool isCovered() {
  const bool was = wasCovered;
  wasCovered = false;
  return was || (PIND & BARRIER) == 0;
}

bool isPressed() { return (PIND & BUTTON) == 0; }

bool isTeaching() { return (PIND & TEACHING) == 0; }

void light(bool on) {
  if (on) PORTD |= LIGHT;
  else PORTD &= ~LIGHT;
}

}  // namespace board

int main() {
  setup();
  for (;;) loop();
}
