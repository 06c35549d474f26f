/**
 * F16: how much of its space a journal has used. Its space is what the configuration allows and what its disk has. A disk that other
 * programs fill counts only once little is left: a disk of 500 GB with a fifth free lasts longer than the machine.
 */
export interface Room {
  /** Bytes of the journal, including those that wait to be written. */
  readonly taken: number
  /** What the configuration allows; null: whatever the disk has. */
  readonly allowed: number | null
  /** The disk it is on; null: the system does not say. `free`: available to this user. */
  readonly disk: { readonly bytes: number; readonly free: number } | null
}

/** A journal that takes this share of its room is reported, and again at each further step: somebody has to look again. */
const PERCENTS_TOLD = [99, 95, 90, 80]
/** The alarm ends below this share; a limit at the border would raise it again with every round. */
const PERCENT_OVER = 75
/** A month of a table that plays day and night. Less than this is short, whatever has used the rest. */
const FREE_SHORT = 1_000_000_000

export interface Filling {
  /** The highest reported step since the alarm began. */
  readonly percent: number
  /** Bytes left when it was reported. */
  readonly left: number
}

/** null: there is space. The same object if there is nothing new to report. */
export function fillingAfter(before: Filling | null, room: Room): Filling | null {
  const percent = Math.floor(shareTaken(room) * 100)
  const told = PERCENTS_TOLD.find((each) => percent >= each)
  if (told === undefined) return percent < PERCENT_OVER ? null : before
  return before !== null && told <= before.percent ? before : { percent: told, left: leftOf(room) }
}

function shareTaken({ taken, allowed, disk }: Room): number {
  const shares = [
    allowed === null ? 0 : taken / allowed,
    disk === null ? 0 : taken / Math.max(1, taken + disk.free),
    disk === null || disk.free > FREE_SHORT ? 0 : 1 - disk.free / Math.max(1, disk.bytes),
  ]
  return Math.min(1, Math.max(...shares))
}

function leftOf({ taken, allowed, disk }: Room): number {
  return Math.max(0, Math.min((allowed ?? Number.POSITIVE_INFINITY) - taken, disk?.free ?? Number.POSITIVE_INFINITY))
}
