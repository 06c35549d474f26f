#include "shoe.h"

#include "board.h"
#include "tags.h"

namespace {

/** What an event of a shoe says: one of the cards, or one of these. */
const uint8_t UNREAD = CARDS;
const uint8_t LOADED = CARDS + 1;

/** The antenna may reach so far beyond the barrier that a card is read before it covers that. */
const uint32_t AHEAD_MS = 300;
/** A tag may be read that much after its card has passed: three looks. */
const uint32_t LATE_MS = 120;
/** Buttons bounce, and nobody loads two shoes in a second. */
const uint32_t BUTTON_MS = 1000;

}  // namespace

Shoe::Shoe(tlp::Device &device, Reader &reader)
    : device(device),
      field(reader),
      isBlind(false),
      isAhead(false),
      readAt(0),
      isCovered(false),
      coveredAt(0),
      isUnread(false),
      passedAt(0),
      isPressed(false),
      pressedAt(0 - BUTTON_MS) {}

void Shoe::poll() {
  readCards();
  watchBarrier();
  watchButton();
  board::light(isBlind || device.isFull());
}

void Shoe::readCards() {
  Sight sight;
  field.look(sight);
  for (uint8_t at = 0; at < sight.count; at++) {
    const uint8_t known = meaningOf(sight.tags[at]);
    const uint8_t card = known < CARDS ? known : UNREAD;
    // It was dealt, and then the power went.
    if (field.wasFirst() && wasTold(card)) continue;
    report(card);
    isAhead = !isUnread;
    isUnread = false;
    readAt = board::nowMs();
  }
  // Cards may have passed unseen: before it was noticed, and until it was over.
  if (field.isBlind() != isBlind) device.leaveGap();
  isBlind = field.isBlind();
}

void Shoe::watchBarrier() {
  const uint32_t now = board::nowMs();
  const bool before = isCovered;
  isCovered = board::isCovered();
  if (isCovered && !before) coveredAt = now;
  if (before && !isCovered) {
    // The one before it waits for its tag in vain.
    if (isUnread) report(UNREAD);
    const bool isRead = isAhead && readAt + AHEAD_MS - coveredAt < 0x80000000;
    isAhead = false;
    isUnread = !isRead;
    passedAt = now;
  }
  if (!isUnread || now - passedAt < LATE_MS) return;
  isUnread = false;
  report(UNREAD);
}

void Shoe::watchButton() {
  const uint32_t now = board::nowMs();
  const bool before = isPressed;
  isPressed = board::isPressed();
  if (!isPressed || before || now - pressedAt < BUTTON_MS) return;
  pressedAt = now;
  report(LOADED);
}

/** A shoe cannot be stopped: a card for which there is no room is gone, and the host has to know it. */
void Shoe::report(uint8_t what) {
  if (!device.report(&what)) device.leaveGap();
}

bool Shoe::wasTold(uint8_t card) const {
  tlp::Event event;
  return device.last(event) && event.payload[0] == card;
}

const char *Shoe::verbOf(const tlp::Event &event) const { return event.payload[0] == LOADED ? "SH" : "C"; }

void Shoe::tell(const tlp::Event &event, tlp::LineWriter &line) const {
  const uint8_t what = event.payload[0];
  if (what < CARDS) {
    line.letter(' ').letter(CARD_RANKS[what / 4]).letter(CARD_SUITS[what % 4]);
  } else {
    line.text(what == LOADED ? " load" : " ??");
  }
}
