/** A card shoe: one reader at its mouth. */
#include "../settings.h"

#include READER_HEADER

#include "../board.h"
#include "../card-teacher.h"
#include "../shoe.h"

namespace {

READER_CLASS reader;
tlp::Device device({"shoe", SERIAL_NUMBER, FIRMWARE_VERSION}, Shoe::PAYLOAD_BYTES);
Shoe shoe(device, reader);
CardTeacher teacher(reader, SERIAL_NUMBER);
bool isTeaching = false;

}  // namespace

void setup() {
  board::begin();
  isTeaching = board::isTeaching();
  if (isTeaching) teacher.begin();
  else device.begin(shoe);
}

void loop() {
  if (isTeaching) {
    teacher.poll();
    return;
  }
  device.poll();
  shoe.poll();
}
