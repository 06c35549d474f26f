/** Numbers of a report as people read them. Pure text. */

/** Minor units with their decimals and thousands: `-1,250.00`; null, which is not known, is nothing. */
export const moneyText = (amount: number | null, exponent: number): string => {
  if (amount === null) return ''
  const text = Math.abs(amount / 10 ** exponent).toFixed(exponent)
  const [whole = '0', part] = text.split('.')
  const sign = amount < 0 && Number(text) !== 0 ? '-' : ''
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${part === undefined ? '' : `.${part}`}`
}

export const fixed = (value: number | null, digits: number): string =>
  value === null || !Number.isFinite(value) ? '' : value.toFixed(digits)

/** A share of 0 to 1. */
export const shareText = (share: number | null, digits = 1): string =>
  share === null || !Number.isFinite(share) ? '' : `${(100 * share).toFixed(digits)} %`
