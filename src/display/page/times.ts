/** Times as surveillance needs them: to the millisecond, with their zone. Pure, except for this browser's zone. */

const two = (value: number): string => String(value).padStart(2, '0')

/** `22:14:03.512`, in this browser's zone. */
export function clockMs(at: number | string): string {
  const date = new Date(at)
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')
  return `${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** `2026-11-21`, in this browser's zone. */
export function dayOf(at: number | string): string {
  const date = new Date(at)
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
}

/** `UTC+01:00`, the offset at that time. */
export function zoneOf(at: number | string): string {
  const minutes = -new Date(at).getTimezoneOffset()
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

export const exactTime = (at: number | string): string => `${dayOf(at)} ${clockMs(at)} ${zoneOf(at)}`
