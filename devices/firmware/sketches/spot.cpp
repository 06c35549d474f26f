/** One spot: a reader under the place where the chips lie. */
#include "../settings.h"

#include READER_HEADER

#include "../board.h"
#include "../chip-teacher.h"
#include "../spot.h"

namespace {

READER_CLASS reader;
tlp::Device device({"spots", SERIAL_NUMBER, FIRMWARE_VERSION}, Spot::PAYLOAD_BYTES);
Spot spot(device, reader, SPOT_NAME);
ChipTeacher teacher(reader);
bool isTeaching = false;

}  // namespace

void setup() {
  board::begin();
  isTeaching = board::isTeaching();
  if (isTeaching) {
    board::speak(ChipTeacher::BAUD);
    return;
  }
  device.begin(spot);
  spot.begin();
}

void loop() {
  if (isTeaching) {
    teacher.poll();
    return;
  }
  device.poll();
  spot.poll();
}
