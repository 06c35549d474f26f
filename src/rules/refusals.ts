/**
 * Why a command is refused: each refusal is a code with its figures, and this table has the words of every code. The English words are those of the
 * wire: a change of them is a change of what consumers read.
 */
import { catalog } from '../words/catalog.ts'
import { type Language, type Names, type Text, type Texts, tell } from '../words/text.ts'

/** The word that an answer begins with, docs/commands.md: programs tell refusals apart by it. */
const KINDS = {
  stale: { en: 'stale: {why}', de: 'überholt: {why}' },
  unknown: { en: 'unknown: {why}', de: 'unbekannt: {why}' },
  refused: { en: 'refused: {why}', de: 'abgelehnt: {why}' },
  offered: { en: 'offered: {why}', de: 'angeboten: {why}' },
} as const satisfies Texts

interface Row extends Text {
  readonly kind: keyof typeof KINDS
}

export const REFUSALS = {
  'stale-rev': { kind: 'stale', en: 'rev {given} is not the current one ({rev})', de: 'Rev {given} ist nicht die aktuelle ({rev})' },
  'no-such-round': { kind: 'stale', en: 'round {round} is not open; no round is', de: 'Runde {round} ist nicht offen; keine ist offen' },
  'other-round': {
    kind: 'stale',
    en: 'round {round} is not open; the open one is {open}',
    de: 'Runde {round} ist nicht offen; offen ist {open}',
  },
  'no-round': { kind: 'refused', en: 'no round is open', de: 'keine Runde ist offen' },
  'no-box': { kind: 'refused', en: 'the table has boxes 1 to {boxes}', de: 'der Tisch hat die Boxen 1 bis {boxes}' },
  'no-limits': {
    kind: 'refused',
    en: 'min must be at most max, and a multiple of unit',
    de: 'min darf höchstens max sein und muss ein Vielfaches von unit sein',
  },
  'no-unread-card': {
    kind: 'refused',
    en: 'the open round has no unread card {card}',
    de: 'in der offenen Runde ist keine Karte {card} ungelesen',
  },
  'no-card': { kind: 'refused', en: 'the open round has no card {card}', de: 'in der offenen Runde gibt es keine Karte {card}' },
  'unfit-hand': {
    kind: 'refused',
    en: 'by cards and chips no hand {hand} of box {box} can have the card {card}',
    de: 'nach Karten und Jetons kann keine Hand {hand} der Box {box} die Karte {card} haben',
  },
  'no-ruling': {
    kind: 'refused',
    en: 'there is no ruling {ruling} in the open round {round}',
    de: 'in der offenen Runde {round} gibt es keine Entscheidung {ruling}',
  },
  'box-without-cards': {
    kind: 'refused',
    en: 'box {box} has no cards in this round',
    de: 'Box {box} hat in dieser Runde keine Karten',
  },
  'no-hand': { kind: 'refused', en: 'hand must be 1 to {most}', de: 'die Hand muss 1 bis {most} sein' },
  'no-alarm': { kind: 'unknown', en: 'there is no open alarm {alarm}', de: 'es gibt keinen offenen Alarm {alarm}' },
  'alarm-acknowledged': { kind: 'refused', en: '{alarm} is already acknowledged', de: '{alarm} ist schon quittiert' },
  'alarm-shelved': { kind: 'refused', en: '{alarm} is already shelved', de: '{alarm} ist schon zurückgestellt' },
  'alarm-suppressed': { kind: 'refused', en: '{alarm} is already suppressed', de: '{alarm} ist schon unterdrückt' },
  'alarm-persists': {
    kind: 'refused',
    en: '{alarm} still persists; acknowledge or shelve it',
    de: '{alarm} besteht noch; quittieren oder zurückstellen',
  },
  'no-device': { kind: 'unknown', en: "the table's devices are {devices}", de: 'die Geräte des Tisches sind {devices}' },
  'no-doubt': {
    kind: 'refused',
    en: 'no serial number of this table is in doubt',
    de: 'an keiner Seriennummer dieses Tisches besteht ein Zweifel',
  },
  'second-needed': {
    kind: 'offered',
    en: 'another person has to give the same command within 60 s; nothing was changed',
    de: 'binnen 60 s muss jemand anderes denselben Befehl geben; nichts wurde geändert',
  },
  'not-offered': {
    kind: 'refused',
    en: 'nobody has offered the command that you second within the last 60 s',
    de: 'niemand hat in den letzten 60 s den Befehl angeboten, dem Sie beitreten',
  },
  'same-login': {
    kind: 'refused',
    en: 'the second person must have another login',
    de: 'die zweite Person muss eine andere Anmeldung haben',
  },
  'too-many': {
    kind: 'refused',
    en: 'too many commands in this second; what you send until it is over is ignored, so send it again later',
    de: 'zu viele Befehle in dieser Sekunde; was bis zu ihrem Ende kommt, zählt nicht, also später noch einmal senden',
  },
  'journal-full': {
    kind: 'refused',
    en: 'the journal accepts no records now, so no command can be carried out; nothing was changed',
    de: 'das Protokoll nimmt gerade nichts an, also wird kein Befehl ausgeführt; nichts wurde geändert',
  },
} as const satisfies { readonly [code: string]: Row }

catalog('refusal', { ...REFUSALS, kind: KINDS })

export type RefusalCode = keyof typeof REFUSALS
export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(REFUSALS, code)

/** Plain data. */
export interface Refusal {
  readonly code: RefusalCode
  readonly figures: { readonly [name: string]: string | number }
}

type FiguresOf<C extends RefusalCode> = { readonly [name in Names<(typeof REFUSALS)[C]['en']>]: string | number }

export const refusal = <C extends RefusalCode>(
  code: C,
  ...[figures]: keyof FiguresOf<C> extends never ? [] : [figures: FiguresOf<C>]
): Refusal => ({ code, figures: figures ?? {} })

/** As an answer says it, its kind first. */
export const refusalText = ({ code, figures }: Refusal, language: Language = 'en'): string => {
  const row: Row = REFUSALS[code]
  return tell(KINDS[row.kind], language, { why: tell(row, language, figures) })
}

/** What an answer says of it. */
export const answerOf = (why: Refusal | null): { readonly ok: boolean; readonly error: string | null; readonly why?: Refusal } =>
  why === null ? { ok: true, error: null } : { ok: false, error: refusalText(why), why }
