/** How long what people do with chips and cards takes, ms. Nothing else knows a number of seconds. */
export const HUMAN_MS = {
  /**
   * A stake that was lifted or swept by mistake is back within this time (D-51). What comes to an empty spot later is as likely the next bet, often
   * of the same amount, unless the rack shows that the dealer put it back.
   */
  emptied: 4000,
  /** A dealer who took a stake by mistake, or takes it to pay in larger chips, lays it there again within this time (D-51). */
  putBack: 6000,
  /** A dealer holds chips in his hand for so long: those he took out of the rack to pay, or swept and has not put there yet (D-60). */
  held: 10_000,
  /** Nobody leaves a hand on chips for longer. What lies there later is the next bet, often of the same amount (D-72). */
  covered: 15_000,
  /** A shoe that fell silent is known to be disconnected after three seconds. Until then its cards may be on their way when somebody plays. */
  silent: 3500,
} as const
