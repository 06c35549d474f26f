/** Numbers and times of a night sheet, as its language writes them. What is not known is a dash. Pure. */
import type { Language } from '../../words/text.ts'
import { wallTime } from '../gaming-day.ts'

const LOCALES: { readonly [language: Language]: string } = { en: 'en-GB', de: 'de-DE' }
const DASH = '–'

export interface Numbers {
  /** Minor units. */
  readonly money: (amount: number | null, exponent: number) => string
  /** With so many decimals. */
  readonly fixed: (value: number | null, decimals?: number) => string
  /** A share of 0 to 1. */
  readonly share: (value: number | null, decimals?: number) => string
  /** `21:43` */
  readonly clock: (iso: string) => string
  /** `2026-11-30 21:43` */
  readonly moment: (iso: string) => string
}

export const numbersIn = (language: Language, zone: string): Numbers => {
  const locale = LOCALES[language] ?? language
  const fixed = (value: number | null, decimals = 0): string =>
    value === null || !Number.isFinite(value)
      ? DASH
      : new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
          withoutMinusZero(value, decimals),
        )
  return {
    fixed,
    money: (amount, exponent) => fixed(amount === null ? null : amount / 10 ** exponent, exponent),
    share: (value, decimals = 0) => (value === null ? DASH : `${fixed(100 * value, decimals)} %`),
    clock: (iso) => wallTime(Date.parse(iso), zone).slice(-5),
    moment: (iso) => wallTime(Date.parse(iso), zone),
  }
}

/** -0.4 without decimals is 0. */
const withoutMinusZero = (value: number, decimals: number): number => (Math.round(value * 10 ** decimals) === 0 ? 0 : value)
