/** What the page shows: the state of the set-up with what the checks of the configuration say about it. Holds no secret. */
import { DRIVERS } from '../../../devices/registry.ts'
import { range } from '../../base/config/allowed.ts'
import type { ConfigRead } from '../../base/config/parse.ts'
import type { ConfigProblem } from '../../base/config/problems.ts'
import { AMOUNT_MAX } from '../../base/config/schema.ts'
import type { TableConfig } from '../../base/config/table-config.ts'
import { wrong } from '../../base/config/wrong.ts'
import { moneyText } from '../../procedure/money.ts'
import { exponentOf } from '../../rules/house/currency.ts'
import type { Said, Text } from '../../words/text.ts'
import { devicesUnderstood, questions, understood } from '../serve/understood.ts'
import { type DraftDevice, devicesIn, plainOf } from './draft.ts'
import { amountText, currencyOf, FIELD_KEYS, type Field, type FieldStep, fieldsOf, valueAt, valueText } from './fields.ts'
import { refusal } from './refusals.ts'
import { type Setup, twinsOf } from './state.ts'

export const STEPS = ['devices', 'spots', 'house', 'broker', 'users', 'check'] as const
export type StepName = (typeof STEPS)[number]

/** `problem` completes `path`. */
export interface Problem {
  readonly path: string
  readonly problem: Text
  readonly allowed: Text
  readonly step: StepName
}

export interface View extends Omit<Setup, 'users' | 'password' | 'places' | 'base' | 'seenChips'> {
  readonly file: string
  readonly isNew: boolean
  readonly places: Setup['places']
  readonly devices: readonly DraftDevice[]
  readonly drivers: readonly string[]
  readonly fields: { readonly [step in FieldStep]: readonly Field[] }
  readonly currency: string
  /** The chip values of the table with those that the board has reported, as their field has them; null: it has them all. */
  readonly chipsOffered: string | null
  readonly hasBroker: boolean
  readonly hasPassword: boolean
  readonly users: readonly string[]
  readonly problems: readonly Problem[]
  /** What was understood of the amounts and devices, a line each; empty until the limits are whole. */
  readonly understood: readonly Text[]
  /** Amounts that look wrong and that nobody has confirmed. */
  readonly questions: readonly Said[]
}

export interface Look {
  readonly file: string
  readonly isNew: boolean
  /** Reads the text as the daemon would; for a replay, devices and files may be missing. */
  readonly read: (state: Setup, purpose: 'run' | 'replay') => ConfigRead
}

export function viewOf(state: Setup, { file, isNew, read }: Look): View {
  const value = plainOf(state.text)
  const run = read(state, 'run')
  const terms = read(state, 'replay')
  const table = terms.ok ? terms.tables[0] : undefined
  const { users, password, base: _base, seenChips, ...rest } = state
  const fields = Object.fromEntries(Object.keys(FIELD_KEYS).map((step) => [step, fieldsOf(step as FieldStep, value)])) as View['fields']
  return {
    ...{ ...rest, file, isNew, fields, devices: devicesIn(state.text), drivers: [...new Set(DRIVERS.map(({ name }) => name))] },
    ...{ currency: currencyOf(value), hasBroker: valueAt(value, ['mqtt']) !== undefined, hasPassword: password !== null },
    users: [...users.keys()].sort(),
    chipsOffered: chipsOffered(value, seenChips),
    problems: [
      ...twinsOf(state.places).map(({ serial, said }) => ({
        step: 'devices' as const,
        path: serial,
        problem: said,
        allowed: refusal('once'),
      })),
      ...(run.ok ? [] : run.problems.map((each) => toldAt(each, Object.values(fields).flat(), currencyOf(value)))),
    ],
    understood: table === undefined ? [] : [...understood(table), ...devicesUnderstood(table)],
    questions: table === undefined ? [] : [...questions(table, true), ...chipless(table)].filter(({ en }) => !state.confirmed.includes(en)),
  }
}

/** A problem at the field that it is of: amounts in the table's currency, and a broker without an address at the address. */
function toldAt({ path, said }: ConfigProblem, fields: readonly Field[], currency: string): Problem {
  const isAddress = said.problem.code === 'no-broker'
  const at = isAddress ? 'mqtt.url' : path
  const field = fields.find(({ key }) => at === key || at.startsWith(`${key}[`))
  const isMoney = (field?.kind === 'money' || field?.kind === 'moneys') && said.allowed.code === 'form'
  const amounts = { low: moneyText(1, exponentOf(currency)), high: amountText(AMOUNT_MAX, currency) }
  return {
    path: at,
    problem: isAddress ? wrong('missing') : said.problem,
    allowed: isMoney ? range('numbers', amounts) : isAddress ? (field?.range ?? said.allowed) : said.allowed,
    step: stepOf(at),
  }
}

/** Money depends on it, and nobody would miss it. */
const chipless = ({ chips, currency }: TableConfig): readonly Said[] =>
  chips.length > 0 ? [] : [refusal('no-chips', { unit: moneyText(1, exponentOf(currency)), currency })]

function chipsOffered(config: unknown, seen: readonly number[]): string | null {
  const named = valueAt(config, ['chips'])
  const chips = Array.isArray(named) ? named : []
  const missing = seen.filter((value) => !chips.includes(value))
  if (missing.length === 0) return null
  return valueText(
    'moneys',
    [...chips, ...missing].sort((a, b) => Number(a) - Number(b)),
    currencyOf(config),
  )
}

function stepOf(path: string): StepName {
  const [top = ''] = path.split(/[.[]/)
  if (top === 'devices') return 'devices'
  if (top === 'mqtt') return 'broker'
  if (top === 'broker') return path === 'broker.port' ? 'broker' : 'users'
  if (['boxes', 'spots', 'chipEvidence'].includes(top)) return 'spots'
  return FIELD_KEYS.house.some((key) => key.split('.')[0] === top) ? 'house' : 'check'
}
