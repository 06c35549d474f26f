/**
 * A board that is a process: the line is standard input and output, the memory a file, the world comes as steps on descriptor 3.
 *
 *   tags 04A1B2C3D4E5F6 04..   lie in the field      unsure ..   the same, and it is not sure that this is all      deaf   the reader is silent
 *   cover, uncover             the light barrier     press, release   the button                                  wait N   N ms pass
 *
 * Each look of the reader takes one step. What the board shows goes to descriptor 4: `light 0`, `light 1`, and `step` for each step that is done.
 * CLOCK=steps: time passes only while steps are done, 5 ms with each look. MEMORY: the file; MEMORY_BYTES; WRITES_MAX: the power goes in the middle of that write; TEACHING: the jumper.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "board.h"
#include "simulated-reader.h"

void setup();
void loop();

namespace {

const int WORLD = 3;
const int SHOWN = 4;
const int LOOK_MS = 2;
const uint32_t STEP_MS = 5;

int memory = -1;
uint16_t bytes = 1024;
long writesLeft = -1;
char out[4096];
size_t outLength = 0;
bool covered = false;
bool coveredSince = false;
bool pressed = false;
int lit = -1;
char steps[65536];
size_t stepsLength = 0;
uint32_t waitsUntil = 0;
bool isStepping = false;
uint32_t steppedMs = 0;
Sight lying = {};

void flush() {
  for (size_t sent = 0; sent < outLength;) {
    const ssize_t now = write(STDOUT_FILENO, out + sent, outLength - sent);
    if (now <= 0) _exit(0);
    sent += static_cast<size_t>(now);
  }
  outLength = 0;
}

void show(const char *text) {
  if (write(SHOWN, text, strlen(text)) < 0) _exit(0);
}

void lay(char *tags) {
  lying.count = 0;
  for (char *tag = strtok(tags, " "); tag != nullptr && lying.count < TAGS_MAX; tag = strtok(nullptr, " ")) {
    Tag &place = lying.tags[lying.count++];
    memset(place.uid, 0, UID_BYTES);
    for (size_t at = 0; at < UID_BYTES && at * 2 + 1 < strlen(tag); at++) {
      const char digits[] = {tag[at * 2], tag[at * 2 + 1], '\0'};
      place.uid[at] = static_cast<uint8_t>(strtoul(digits, nullptr, 16));
    }
  }
}

void take(char *step) {
  char *rest = strchr(step, ' ');
  if (rest != nullptr) *rest++ = '\0';
  char nothing[] = "";
  if (rest == nullptr) rest = nothing;
  if (strcmp(step, "cover") == 0) covered = coveredSince = true;
  else if (strcmp(step, "uncover") == 0) covered = false;
  else if (strcmp(step, "press") == 0) pressed = true;
  else if (strcmp(step, "release") == 0) pressed = false;
  else if (strcmp(step, "wait") == 0) waitsUntil = board::nowMs() + static_cast<uint32_t>(atoi(rest));
  else if (strcmp(step, "tags") == 0 || strcmp(step, "unsure") == 0) {
    lay(rest);
    lying.isWhole = step[0] == 't';
  } else if (strcmp(step, "deaf") == 0) {
    lying.count = 0;
    lying.isWhole = false;
  } else abort();
}

void nextStep() {
  pollfd world = {WORLD, POLLIN, 0};
  if (poll(&world, 1, 0) > 0 && stepsLength < sizeof steps - 1) {
    const ssize_t now = read(WORLD, steps + stepsLength, sizeof steps - 1 - stepsLength);
    if (now > 0) stepsLength += static_cast<size_t>(now);
  }
  if (board::nowMs() < waitsUntil) {
    steppedMs += STEP_MS;
    return;
  }
  char *end = static_cast<char *>(memchr(steps, '\n', stepsLength));
  if (end == nullptr) return;
  steppedMs += STEP_MS;
  *end = '\0';
  take(steps);
  stepsLength -= static_cast<size_t>(end + 1 - steps);
  memmove(steps, end + 1, stepsLength);
  show("step\n");
}

}  // namespace

void SimulatedReader::look(Sight &sight) {
  pollfd line = {STDIN_FILENO, POLLIN, 0};
  poll(&line, 1, isStepping && (stepsLength > 0 || board::nowMs() < waitsUntil) ? 0 : LOOK_MS);
  nextStep();
  sight = lying;
  flush();
}

namespace board {

void begin() {
  if (const char *asked = getenv("MEMORY_BYTES")) bytes = static_cast<uint16_t>(atoi(asked));
  if (const char *asked = getenv("WRITES_MAX")) writesLeft = atol(asked);
  isStepping = getenv("CLOCK") != nullptr;
  memory = open(getenv("MEMORY"), O_RDWR | O_CREAT, 0600);
  if (memory < 0) abort();
  const uint8_t erased = 0xFF;
  for (off_t at = lseek(memory, 0, SEEK_END); at < bytes; at++)
    if (pwrite(memory, &erased, 1, at) != 1) abort();
  lying.isWhole = true;
}

uint32_t nowMs() {
  if (isStepping) return steppedMs;
  static timespec start = {};
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (start.tv_sec == 0) start = now;
  return static_cast<uint32_t>((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000);
}

int16_t receive() {
  pollfd line = {STDIN_FILENO, POLLIN, 0};
  if (poll(&line, 1, 0) <= 0) return -1;
  uint8_t byte;
  if (read(STDIN_FILENO, &byte, 1) != 1) _exit(0);
  return byte;
}

void send(uint8_t byte) {
  out[outLength++] = static_cast<char>(byte);
  if (byte == '\n' || outLength == sizeof out) flush();
}

uint16_t memoryBytes() { return bytes; }

uint8_t recall(uint16_t at) {
  uint8_t value;
  if (at >= bytes || pread(memory, &value, 1, at) != 1) abort();
  return value;
}

void keep(uint16_t at, uint8_t value) {
  const bool isTorn = writesLeft == 0;
  if (writesLeft > 0) writesLeft--;
  // Some bits of the old byte, some of the new one, some of an erased one.
  const uint8_t torn = static_cast<uint8_t>((recall(at) & 0x0F) | (value & 0x30) | 0xC0);
  if (at >= bytes || pwrite(memory, isTorn ? &torn : &value, 1, at) != 1) abort();
  if (isTorn) _exit(7);
}

void select(bool) {}
uint8_t exchange(uint8_t) { return 0; }

bool isCovered() {
  const bool was = coveredSince;
  coveredSince = false;
  return was || covered;
}

bool isPressed() { return pressed; }

void speak(uint32_t) {}

bool isTeaching() { return getenv("TEACHING") != nullptr; }

void light(bool on) {
  if (lit == static_cast<int>(on)) return;
  lit = on;
  show(on ? "light 1\n" : "light 0\n");
}

}  // namespace board

int main() {
  setup();
  for (;;) loop();
}
