/** A card shoe: one reader at its mouth. */
#include "../settings.h"

#include READER_HEADER

#include "../board.h"
#include "../shoe.h"
#include "../teacher.h"

namespace {

READER_CLASS reader;
tlp::Device device({"shoe", SERIAL_NUMBER, FIRMWARE_VERSION}, Shoe::PAYLOAD_BYTES);
Shoe shoe(device, reader);
Teacher teacher(reader, SERIAL_NUMBER);
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
