/**
 * The fields of the set-up page. Each is a key of the configuration, and its form, range and meaning are those of the table of settings, so
 * the page can say nothing that the file cannot. Pure.
 */
import * as z from 'zod'
import { AMOUNT_MAX, bare, docOf, schemaAt } from '../../base/config/schema.ts'
import { moneyText } from '../../procedure/money.ts'
import { exponentOf } from '../../rules/house/currency.ts'
import { catalog } from '../../words/catalog.ts'
import { asIs, type Said, type Text } from '../../words/text.ts'
import { CHOICES, FIELDS_IN_GERMAN, type FieldWords, MEANINGS } from './field-words.ts'
import { refusal } from './refusals.ts'

export type FieldKind = 'text' | 'number' | 'money' | 'moneys' | 'choice' | 'words' | 'flag'

export interface Choice {
  readonly value: string
  readonly means: Text | null
}

export interface Field {
  /** `limits.min` */
  readonly key: string
  readonly kind: FieldKind
  readonly means: Text
  readonly range: Text | null
  /** null: it is required. */
  readonly usual: Text | null
  readonly choices: readonly Choice[]
  /** As a person writes it; empty: it is not in the file. */
  readonly value: string
}

/** Which keys each step of the page asks for, in this order. */
export const FIELD_KEYS = {
  spots: ['boxes', 'spots', 'chipEvidence'],
  house: [
    ...(['property', 'pit', 'table', 'house', 'currency', 'limits.min', 'limits.max', 'limits.unit', 'limits.boxMax', 'chips'] as const),
    ...(['limits.sideMin', 'limits.sideMax', 'limits.sideUnit', 'shuffler', 'display.port'] as const),
  ],
  /** For the broker in the program. */
  embedded: ['broker.port'],
  broker: ['mqtt.url', 'mqtt.protocol', 'mqtt.username', 'mqtt.ca', 'mqtt.cert', 'mqtt.key', 'mqtt.allowPlainPassword'],
} as const satisfies { readonly [step: string]: readonly string[] }

export type FieldStep = keyof typeof FIELD_KEYS
export type FieldKey = (typeof FIELD_KEYS)[FieldStep][number]

const ALL: readonly FieldKey[] = Object.values(FIELD_KEYS).flat()

/** `value`: the configuration so far, as plain data of any form. */
export const fieldsOf = (step: FieldStep, value: unknown): readonly Field[] => FIELD_KEYS[step].map((key) => fieldOf(key, value))

function fieldOf(key: FieldKey, config: unknown): Field {
  const schema = schemaAt(key.split('.'))
  const doc = schema === null ? null : docOf(schema)
  if (schema === null || doc === null) throw new Error(`${key} is no key of the configuration`)
  const kind = kindOf(bare(schema), doc.unit ?? null)
  return {
    ...{ key, kind, range: typeof doc.range === 'string' ? asIs(doc.range) : (doc.range ?? null) },
    ...FIELD_TEXTS[key],
    choices: choicesOf(bare(schema)).map((value) => ({ value, means: CHOICES[key]?.[value] ?? null })),
    value: valueText(kind, valueAt(config, key.split('.')), currencyOf(config)),
  }
}

/** What each field means, and what is used without it; null: it is required. */
const FIELD_TEXTS = Object.fromEntries(
  ALL.map((key) => {
    const schema = schemaAt(key.split('.'))
    const doc = schema === null ? null : docOf(schema)
    if (doc === null) throw new Error(`${key} is no key of the configuration`)
    const german: FieldWords = FIELDS_IN_GERMAN[key]
    const usual = doc.default === undefined ? null : { en: doc.default, de: german.usual ?? doc.default }
    return [key, { means: { en: MEANINGS[key] ?? doc.means, de: german.means }, usual }] as const
  }),
) as { readonly [K in FieldKey]: { readonly means: Text; readonly usual: Text | null } }
catalog('field', { ...FIELD_TEXTS, choice: CHOICES })

function kindOf(schema: z.ZodType, unit: string | null): FieldKind {
  if (schema instanceof z.ZodArray) return unit === 'minor units' ? 'moneys' : 'words'
  if (schema instanceof z.ZodBoolean) return 'flag'
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return 'choice'
  if (schema instanceof z.ZodNumber) return unit === 'minor units' ? 'money' : 'number'
  return 'text'
}

function choicesOf(schema: z.ZodType): readonly string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String)
  if (schema instanceof z.ZodLiteral) return [...schema.values].map(String)
  if (schema instanceof z.ZodBoolean) return ['true', 'false']
  return schema instanceof z.ZodArray ? choicesOf(schema.element as z.ZodType) : []
}

export const valueAt = (value: unknown, at: readonly (string | number)[]): unknown =>
  at.reduce<unknown>(
    (group, step) =>
      typeof group === 'object' && group !== null && Object.hasOwn(group, step)
        ? (group as Record<string | number, unknown>)[step]
        : undefined,
    value,
  )

export function currencyOf(config: unknown): string {
  const currency = valueAt(config, ['currency'])
  return typeof currency === 'string' ? currency : 'EUR'
}

export function valueText(kind: FieldKind, value: unknown, currency: string): string {
  if (value === undefined || value === null) return ''
  const money = (amount: unknown): string => (typeof amount === 'number' ? moneyText(amount, exponentOf(currency)) : String(amount))
  if (kind === 'money') return money(value)
  if (kind === 'moneys') return Array.isArray(value) ? value.map(money).join(', ') : String(value)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** `10.00 EUR` */
export const amountText = (minor: number, currency: string): string => `${moneyText(minor, exponentOf(currency))} ${currency}`

export type FieldRead =
  | { readonly ok: true; readonly at: readonly string[]; readonly value: unknown }
  | { readonly ok: false; readonly problem: Said }

/** What a person wrote, as the file has it; undefined: the key is to be left out. Its range is for the check of the whole. */
export function readField(key: string, text: string, config: unknown): FieldRead {
  const known = ALL.find((each) => each === key)
  if (known === undefined) return { ok: false, problem: refusal('no-field', { key: key.slice(0, 40) }) }
  const field = fieldOf(known, config)
  const at = key.split('.')
  const written = text.trim()
  if (written === '') return { ok: true, at, value: undefined }
  const value = meant(field, written, currencyOf(config))
  return value instanceof Wrong ? { ok: false, problem: value.said } : { ok: true, at, value }
}

/** In place of a value. */
class Wrong {
  readonly said: Said

  constructor(said: Said) {
    this.said = said
  }
}

function meant({ key, kind, range, choices }: Field, text: string, currency: string): unknown {
  const list = text.split(/[,;\s]+/).filter((part) => part !== '')
  const told = text.slice(0, 20)
  switch (kind) {
    case 'money':
      return minorOf(text, currency)
    case 'moneys': {
      const amounts = text.split(/[;\s]+|,(?=\s|$)/).filter((part) => part !== '')
      const read = amounts.map((amount) => minorOf(amount, currency))
      return read.find((amount) => amount instanceof Wrong) ?? read
    }
    case 'number':
      if (!/^-?\d+$/.test(text)) return new Wrong(refusal('field-number', { text: told }))
      // What is out of range is written, and found by the check of the whole; so many digits are no number any more.
      return Number.isSafeInteger(Number(text)) ? Number(text) : new Wrong(refusal('field-out', { text: told, range: range ?? asIs('') }))
    case 'words':
      return list
    case 'flag':
    case 'choice': {
      const known = choices.map(({ value }) => value)
      if (!known.includes(text)) return new Wrong(refusal('field-choice', { text: told, choices: known.join(', ') }))
      return kind === 'flag' ? text === 'true' : key === 'mqtt.protocol' ? Number(text) : text
    }
    case 'text':
      return text
  }
}

/** `10`, `10.00` and `10,00` are 1000 cents. */
function minorOf(text: string, currency: string): number | Wrong {
  const exponent = exponentOf(currency)
  const [, whole = '', , part = ''] = /^(\d+)([.,](\d*))?$/.exec(text) ?? []
  const example = moneyText(10 ** (exponent + 1), exponent)
  if (whole === '' || part.length > exponent) return new Wrong(refusal('field-money', { text: text.slice(0, 20), currency, example }))
  const amount = Number(whole + part.padEnd(exponent, '0'))
  if (amount >= 1 && amount <= AMOUNT_MAX) return amount
  const [low, high] = [moneyText(1, exponent), amountText(AMOUNT_MAX, currency)]
  return new Wrong(refusal('field-range', { text: text.slice(0, 20), low, high }))
}
