/**
 * The forms a rule's value may take in a table's configuration. Each says in words what it allows, and reads any JSON value without
 * throwing.
 */

import { asIs, joined, type Said } from '../../words/text.ts'
import { nearest } from './nearest.ts'
import { ruleForm, wrongRule } from './wrong.ts'

/** One mistake. `path` as in the configuration (`rules.push22.pays`), `value` as found, `allowed`: what would be right. */
export interface Problem {
  readonly path: string
  readonly value: unknown
  readonly problem: string
  readonly allowed: string
  /** The same in every language: `problem` and `allowed` are its English. */
  readonly said: { readonly problem: Said; readonly allowed: Said }
}

export const problemAt = (path: string, value: unknown, problem: Said, allowed: Said): Problem => ({
  ...{ path, value, problem: problem.en, allowed: allowed.en },
  said: { problem, allowed },
})

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] }

export interface Form<T> {
  readonly allowed: Said
  /** `own` is the house's value; fields that a group leaves out keep it. */
  readonly read: (raw: unknown, own: unknown, path: string) => Read<T>
}

const accept = <T>(value: T): Read<T> => ({ ok: true, value })
const refuse = (path: string, value: unknown, problem: Said, allowed: Said): Read<never> => ({
  ok: false,
  problems: [problemAt(path, value, problem, allowed)],
})
const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> => typeof raw === 'object' && raw !== null && !Array.isArray(raw)
const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** One of a closed list of words. */
export function oneOf<const V extends readonly (string | number | boolean)[]>(...values: V): Form<V[number]> {
  const listed = values.map(show).join(', ')
  const allowed = values.length > 1 ? ruleForm('one-of', { values: listed }) : ruleForm('only', { value: listed })
  const words = values.filter((v) => typeof v === 'string')
  return {
    allowed,
    read(raw, _own, path) {
      const known = values.find((v) => v === raw)
      if (known !== undefined) return accept(known)
      const meant = typeof raw === 'string' ? nearest(raw, words) : null
      return refuse(path, raw, joined(wrongRule('unknown-value'), meantText(meant)), allowed)
    },
  }
}

const meantText = (meant: string | null): Said | null => (meant === null ? null : wrongRule('did-you-mean', { what: meant }))

/** A whole number within bounds, both included. */
export function whole(least: number, most: number): Form<number> {
  const allowed = ruleForm('whole', { least, most })
  return {
    allowed,
    read: (raw, _own, path) =>
      typeof raw === 'number' && Number.isInteger(raw) && raw >= least && raw <= most
        ? accept(raw)
        : refuse(path, raw, wrongRule(typeof raw === 'number' ? 'range' : 'no-number'), allowed),
  }
}

/** Profit over stake, `[3, 2]`. */
export const ratio: Form<readonly [number, number]> = {
  allowed: ruleForm('ratio'),
  read(raw, _own, path) {
    const good = (n: unknown): n is number => typeof n === 'number' && Number.isInteger(n) && n >= 1 && n <= 1000
    if (!Array.isArray(raw) || raw.length !== 2) return refuse(path, raw, wrongRule('no-pair'), this.allowed)
    const [profit, stake] = raw
    return good(profit) && good(stake) ? accept([profit, stake]) : refuse(path, raw, wrongRule('bad-number'), this.allowed)
  },
}

/**
 * A list of known words, or of whole numbers in a range, without repetition. Its order does not matter; the form's own order replaces it.
 */
export function listOf<const V extends readonly (string | number)[]>(
  values: V,
  words: string | Said,
  orNoneAsWord = false,
): Form<readonly V[number][]> {
  const allowed = ruleForm(orNoneAsWord ? 'none-or-list' : 'list', { words })
  return {
    allowed,
    read(raw, _own, path) {
      if (orNoneAsWord && raw === 'none') return accept([])
      if (!Array.isArray(raw)) return refuse(path, raw, wrongRule('no-list'), allowed)
      if (raw.length > values.length) return refuse(path, raw, wrongRule('many-entries'), allowed)
      const stranger = raw.findIndex((entry) => !values.includes(entry))
      if (stranger >= 0) return refuse(`${path}[${stranger}]`, raw[stranger], wrongRule('unknown-entry'), allowed)
      if (new Set(raw).size < raw.length) return refuse(path, raw, wrongRule('entry-twice'), allowed)
      return accept(values.filter((v) => raw.includes(v)))
    },
  }
}

/** The word, or anything the other form allows. */
export function wordOr<const W extends string, T>(word: W, form: Form<T>): Form<W | T> {
  const allowed = ruleForm('word-or', { word, other: form.allowed })
  return {
    allowed,
    read(raw, own, path) {
      if (raw === word) return accept(word)
      const inner = form.read(raw, own, path)
      if (inner.ok) return inner
      return { ok: false, problems: inner.problems.map((p) => (p.path === path ? problemAt(path, p.value, p.said.problem, allowed) : p)) }
    },
  }
}

type Fields<T> = { readonly [K in keyof T]-?: Form<NonNullable<T[K]>> }

/** A group of fields; a field that is left out keeps the house's value, or that of `fallback` if the house has none. */
export function group<T extends object>(fields: Fields<T>, fallback: T): Form<T> {
  const known = Object.keys(fields) as (keyof T & string)[]
  const allowed = ruleForm('group', { keys: known.join(', ') })
  return {
    allowed,
    read(raw, own, path) {
      if (!isRecord(raw)) return refuse(path, raw, wrongRule('no-fields'), allowed)
      const value: Partial<Record<string, unknown>> = { ...(isRecord(own) ? own : fallback) }
      const problems: Problem[] = []
      for (const key of Object.keys(raw).slice(0, 100)) {
        const name = known.find((k) => k === key)
        if (name === undefined) {
          problems.push(unknownName(`${path}.${key}`, raw[key], key, known))
          continue
        }
        const read = fields[name].read(raw[key], value[name], `${path}.${key}`)
        if (read.ok) value[name] = read.value
        else problems.push(...read.problems)
      }
      return problems.length > 0 ? { ok: false, problems } : accept(value as T)
    },
  }
}

/** The problem for an unknown name, with the nearest known one. */
export function unknownName(path: string, value: unknown, name: string, known: readonly string[]): Problem {
  const meant = nearest(name, known)
  return problemAt(path, value, joined(wrongRule('unknown'), meantText(meant)), asIs(known.join(', ')))
}

type Judged<T> = { readonly value: T } | { readonly wrong: Said }

/** A form with a reading function of its own. */
export function custom<T>(allowed: Said, judge: (raw: unknown) => Judged<T>): Form<T> {
  return {
    allowed,
    read(raw, _own, path) {
      const judged = judge(raw)
      return 'wrong' in judged ? refuse(path, raw, judged.wrong, allowed) : accept(judged.value)
    },
  }
}
