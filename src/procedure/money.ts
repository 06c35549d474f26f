/** Amounts as people write them. This is the only place that makes text of minor units. */

/** 2500 -> `25.00`, -13700 -> `-137.00`; for a currency without decimals 2500 -> `2500`. `exponent`: decimals of the currency. */
export function moneyText(minor: number, exponent: number): string {
  const whole = Math.round(minor)
  const digits = String(Math.abs(whole)).padStart(exponent + 1, '0')
  const point = digits.length - exponent
  return `${whole < 0 ? '-' : ''}${digits.slice(0, point)}${exponent === 0 ? '' : `.${digits.slice(point)}`}`
}
