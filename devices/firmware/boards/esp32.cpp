/**
 * ESP32 on a development board, with the Arduino core. Its own flash wears out under single bytes, so the events lie in an FRAM at its I2C
 * (MB85RC256V or another of 8 kB and more that is written in the same way).
 */
#include <Arduino.h>
#include <SPI.h>
#include <Wire.h>

#include "../board.h"

namespace {

const uint8_t SELECT = 5;
const uint8_t BARRIER = 26;
const uint8_t BUTTON = 27;
const uint8_t LIGHT = 25;
const uint8_t TEACHING = 33;

/** Either reader takes it. */
const uint32_t SPI_HZ = 4000000;
const uint32_t I2C_HZ = 400000;
const uint8_t FRAM = 0x50;
/** More than 700 events. All of it is looked through at power-on, which takes a second. */
const uint16_t FRAM_BYTES = 8192;

/** A fast card may have come and gone between two looks. */
volatile bool wasCovered = false;
void ARDUINO_ISR_ATTR noteCovered() { wasCovered = true; }

void point(uint16_t at) {
  Wire.beginTransmission(FRAM);
  Wire.write(static_cast<uint8_t>(at >> 8));
  Wire.write(static_cast<uint8_t>(at));
}

}  // namespace

namespace board {

void begin() {
  Serial.begin(115200);
  pinMode(SELECT, OUTPUT);
  digitalWrite(SELECT, HIGH);
  pinMode(LIGHT, OUTPUT);
  pinMode(BARRIER, INPUT_PULLUP);
  pinMode(BUTTON, INPUT_PULLUP);
  pinMode(TEACHING, INPUT_PULLUP);
  attachInterrupt(digitalPinToInterrupt(BARRIER), noteCovered, FALLING);
  SPI.begin();
  SPI.beginTransaction(SPISettings(SPI_HZ, MSBFIRST, SPI_MODE0));
  Wire.begin();
  Wire.setClock(I2C_HZ);
}

uint32_t nowMs() { return millis(); }

void speak(uint32_t baud) {
  Serial.end();
  Serial.begin(baud);
}

int16_t receive() { return static_cast<int16_t>(Serial.read()); }

void send(uint8_t byte) { Serial.write(byte); }

uint16_t memoryBytes() { return FRAM_BYTES; }

/** Without an FRAM as if it were new: then the host misses every event. */
uint8_t recall(uint16_t at) {
  point(at);
  if (Wire.endTransmission() != 0 || Wire.requestFrom(FRAM, static_cast<uint8_t>(1)) != 1) return 0xFF;
  return static_cast<uint8_t>(Wire.read());
}

void keep(uint16_t at, uint8_t value) {
  point(at);
  Wire.write(value);
  Wire.endTransmission();
}

void select(bool on) { digitalWrite(SELECT, on ? LOW : HIGH); }

uint8_t exchange(uint8_t byte) { return SPI.transfer(byte); }

bool isCovered() {
  const bool was = wasCovered;
  wasCovered = false;
  return was || digitalRead(BARRIER) == LOW;
}

bool isPressed() { return digitalRead(BUTTON) == LOW; }

bool isTeaching() { return digitalRead(TEACHING) == LOW; }

void light(bool on) { digitalWrite(LIGHT, on ? HIGH : LOW); }

}  // namespace board
