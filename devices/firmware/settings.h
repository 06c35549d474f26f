/** What is different on each board. Change it here, or give it to `make`. */
#ifndef SETTINGS_H
#define SETTINGS_H

/** As in the table's configuration. */
#ifndef SERIAL_NUMBER
#define SERIAL_NUMBER "MY-0001"
#endif

/** Which spot a spot board senses. */
#ifndef SPOT_NAME
#define SPOT_NAME "1.main"
#endif

/** The file that says which tag is which card or chip. */
#ifndef TAG_FILE
#define TAG_FILE "no-tags.h"
#endif

/** `mfrc522.h` and `Mfrc522`, or `pn532.h` and `Pn532`. */
#ifndef READER_HEADER
#define READER_HEADER "mfrc522.h"
#define READER_CLASS Mfrc522
#endif

#define FIRMWARE_VERSION "1.0.0"

#endif
