/** What the set-up's server tells this page, as far as the page shows it (`src/daemon/setup/view.ts`). */

import type { Text } from '../../../words/text.ts'

export type StepName = 'devices' | 'spots' | 'house' | 'broker' | 'users' | 'check'
export const STEPS: readonly StepName[] = ['devices', 'spots', 'house', 'broker', 'users', 'check']

export interface Rung {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failed' | 'not reached'
  readonly said: { readonly name: Text; readonly detail: Text; readonly todo: Text | null }
}

export interface ToldField {
  readonly key: string
  readonly kind: 'text' | 'number' | 'money' | 'moneys' | 'choice' | 'words' | 'flag'
  readonly means: Text
  readonly range: Text | null
  /** null: it is required. */
  readonly usual: Text | null
  readonly choices: readonly { readonly value: string; readonly means: Text | null }[]
  readonly value: string
}

export interface ToldPlace {
  readonly path: string
  readonly driver: string
  readonly listening: Text | null
  readonly steps: readonly Rung[] | null
  readonly serial: string | null
  readonly role: string | null
}

interface Walk {
  readonly name: string
  readonly steps: readonly Rung[]
}

interface ToldProblem {
  readonly step: StepName
  readonly path: string
  readonly problem: Text
  readonly allowed: Text
}

export interface Told {
  readonly file: string
  readonly isNew: boolean
  readonly text: string
  readonly ports: {
    readonly ports: readonly {
      readonly path: string
      readonly maker: string | null
      readonly serial: string | null
      readonly stable: string | null
    }[]
    readonly trouble: Text | null
  } | null
  readonly places: readonly ToldPlace[]
  readonly devices: readonly { readonly name: string; readonly role: string; readonly serial: string; readonly path: string }[]
  readonly drivers: readonly string[]
  readonly touching: { readonly device: string; readonly box: number } | null
  readonly toldSpots: readonly string[]
  readonly touches: readonly { readonly asked: number; readonly spot: string }[]
  readonly fields: { readonly [step in 'spots' | 'house' | 'embedded' | 'broker']: readonly ToldField[] }
  readonly currency: string
  readonly chipsOffered: string | null
  readonly hasBroker: boolean
  readonly hasPassword: boolean
  readonly users: readonly string[]
  readonly broker: 'trying' | readonly Rung[] | null
  readonly doctor: 'walking' | { readonly folders: Walk; readonly devices: readonly Walk[]; readonly brokers: readonly Walk[] } | null
  readonly problems: readonly ToldProblem[]
  readonly understood: readonly Text[]
  readonly questions: readonly (Text & { readonly code: string })[]
  /** It goes on with a draft that an earlier set-up has left. */
  readonly isResumed: boolean
  /** Where the file lies that was there before. */
  readonly former: string | null
  readonly refused: (Text & { readonly code: string }) | null
  /** The field that it is about; null: none. */
  readonly refusedAt: string | null
  readonly end:
    | { readonly kind: 'writing' | 'starting' }
    | { readonly kind: 'running'; readonly display: string | null }
    | { readonly kind: 'failed'; readonly problem: string }
    | null
}

export type Act = { readonly do: string; readonly [key: string]: unknown }
