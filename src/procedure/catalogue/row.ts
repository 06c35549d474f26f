/**
 * One row of the catalogue of findings: all that belongs to a finding. How serious it is, how sure, which rule it breaks, what must be
 * sensed for it, and every text that a person reads, in English and German.
 *
 * The texts are templates. `{due}` and the like stand for figures of the finding (see `figures.ts`); a part in `[ ]` is left out if one of
 * its figures is missing. Put together they read: "Box 3: paid 45.00, due 30.00 (3 to 2 on 20.00). Leave the cards out. Bring the whole
 * payment back and pay 30.00." What was seen and what was expected are clauses of one sentence, joined by a semicolon; the remedy is one
 * sentence or more, the first step first. A display makes the German from the English of a message (`told.ts`), so both name the same
 * figures.
 */
import type { Area } from '../../../devices/scan.ts'
import type { FigureCase } from '../../rules/game/error-figures.ts'
import type { FindingCode } from '../../rules/house/finding-code.ts'
import type { Clause, HouseId } from '../../rules/house/house.ts'
import type { HouseRules, InsuranceRules, RuleName, SevensRules } from '../../rules/house/rules.ts'
import type { ChipEvidence } from '../../rules/table.ts'
import { inEach, type Text, tell } from '../../words/text.ts'
import type { SEVERITIES } from '../finding.ts'
import type { AmountRule } from './amount.ts'

/** What has to be sensed. `cards`: the shoe alone; otherwise, how far the chips must be followed. */
export interface Needs {
  readonly evidence: 'cards' | ChipEvidence
  /** Areas besides the main ones, and other conditions. */
  readonly also: readonly (Area | 'rack' | 'absent key' | 'relief key')[]
}

/** A rule of the house, or a field of one, which cites the house's own record; or a clause for all houses; or a choice between them by house. */
export type Breaks = Basis | ({ readonly [H in HouseId]?: Basis } & { readonly others: Basis })
/** A field of a group, such as `sevens.firstSeven`, has its own clause. */
export type Basis = RuleName | `insurance.${keyof InsuranceRules}` | `sevens.${keyof SevensRules}` | Clause

export interface RowWords {
  readonly seen: Text
  readonly expected: Text
  /** What to do while the cards of the round still lie on the table. */
  readonly remedy: Text
  /** What to do once the round is over and the next is not dealt; left out: the same. */
  readonly afterRound?: Text
  /** What to do once other cards lie there: nothing that needs those of the round, and the time at which surveillance looks for it. */
  readonly afterDeal: Text
}

type Severity = (typeof SEVERITIES)[number]

export interface CatalogueRow extends RowWords {
  readonly severity: Severity
  /** Houses whose document makes it less serious. */
  readonly severityIn?: { readonly [H in HouseId]?: Severity }
  /**
   * S: the event itself proves it. X: proven if no legal reading explains the round. T: a hint only. S/X: S on a hand's first two cards, X
   * on others. null: no evidence shows it.
   */
  readonly sure: 'S' | 'X' | 'T' | 'S/X' | null
  /** What its alarm is called, so that nobody has to know the codes: 8 to 80 characters without a full stop. */
  readonly title: Text
  /** What is wrong, in full. */
  readonly means: Text
  readonly breaks: Breaks
  readonly needs: Needs
  /** Rules under which the finding can occur; left out: under all rules. */
  readonly under?: (rules: HouseRules) => boolean
  /** The money that is wrong; left out: none, or the amount is unknown. */
  readonly amount?: AmountRule
  /** Words and clauses that replace the row's own in particular cases. */
  readonly cases?: { readonly [C in FigureCase]?: Partial<RowWords> & Partial<Pick<CatalogueRow, 'breaks'>> }
  /** The one thing to look at, asked so that "yes" means the error. A finding that the readings raise has one. `{box}`: its box. */
  readonly question?: Text
  /** The hand's true result, which the chips contradict if the error was made. It is asked for if no other error at that box has the same. */
  readonly result?: 'win' | 'lose' | 'tie'
  /** Asked instead if only a story without any error is left beside this one. */
  readonly questionAlone?: Text
  /**
   * Codes of findings about the same fact, which are not raised beside this one at the same spot. Those of single events are likely while this finding is
   * likely, and withdrawn once it is proven.
   */
  readonly covers?: readonly FindingCode[]
  /** `events`: the judge raises it from events and observations alone; `readings`: from the deviations of a round's readings. */
  readonly raised: 'events' | 'readings' | { readonly closed: string }
}

/**
 * Single events prove these only if the cards of the deal belong to the boxes assumed. If the deal went differently, the cards are other
 * people's.
 */
export const BY_THE_DEAL: readonly FindingCode[] = ['BJ-NOT-PAID-AT-ONCE', 'POG-NOT-PICKED-UP', 'INS-NO-ACE', 'INS-ON-BJ', 'INS-NOT-TAKEN']
/** The same, and codes that single events prove only if the round began with the card assumed. */
export const BY_FIRST_CARD: readonly FindingCode[] = [...BY_THE_DEAL, 'BET-LATE', 'SIDE-LATE', 'FB-TOKEN-SPOT']

export type Section = { readonly [C in FindingCode]?: CatalogueRow }

export const needs = (evidence: Needs['evidence'], ...also: Needs['also']): Needs => ({ evidence, also })

export const practice = (section: string, says: string): Clause => ({ document: 'practice', section, line: null, says })

/** A payment whose ratio is known. */
export const RATIO: Text = { en: 'due {due}[ ({ratio} on {base})]', de: 'fällig sind {due}[ ({ratio} auf {base})]' }
export const PAY_AGAIN: Text = {
  en: 'Leave the cards out. Bring the whole payment back and pay {due}.',
  de: 'Karten liegen lassen. Die ganze Auszahlung zurückholen und {due} auszahlen.',
}

/** Precedes the remedy between two rounds: whatever has to be put right is put right before the next deal. */
export const ROUND_IS_OVER: Text = {
  en: 'Hold the next deal. Leave the cards out or back the round up from the discards',
  de: 'Nicht weiter geben. Karten liegen lassen oder die Runde aus der Ablage nachstellen',
}
/** Precedes the remedy once other cards lie on the table. */
export const NEXT_IS_OUT: Text = {
  en: 'The next round is out. Back this one up from the discards, or ask surveillance for the round at {time}',
  de: 'Die nächste Runde ist schon gegeben. Diese aus der Ablage nachstellen oder die Überwachung nach der Runde um {time} fragen',
}
type Remedies = Pick<RowWords, 'remedy' | 'afterRound' | 'afterDeal'>

const ending = (end: Text): Omit<Remedies, 'remedy'> => ({
  afterRound: inEach((language) => `${tell(ROUND_IS_OVER, language)}${tell(end, language)}`),
  afterDeal: inEach((language) => `${tell(NEXT_IS_OUT, language)}${tell(end, language)}`),
})
/** `of`: one step, as the end of a sentence; in German an infinitive. */
export const later = (of: Text): Omit<Remedies, 'remedy'> => ending({ en: `, then ${of.en}.`, de: `, dann ${of.de}.` })
export const SUPERVISOR_LATER = ending({ en: ', and let the supervisor decide.', de: ' und die Saalleitung entscheiden lassen.' })
export const NOTE_LATER: Text = {
  en: 'Note it for surveillance: the round at {time}.',
  de: 'Für die Überwachung vermerken: die Runde um {time}.',
}
export const STANDS_LATER: Text = { en: `That round stands. ${NOTE_LATER.en}`, de: `Die Runde gilt. ${NOTE_LATER.de}` }

const NOTHING: Text = { en: 'Nothing to do.', de: 'Nichts zu tun.' }
export const NOTHING_TO_DO: Remedies = { remedy: NOTHING, afterDeal: NOTHING }

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** One step, which is the same before the next deal and after it. */
export const step = (of: Text): Remedies => ({ remedy: inEach((language) => sentence(tell(of, language))), ...later(of) })

const CARDS_OUT: Text = { en: 'Leave the cards out.', de: 'Karten liegen lassen.' }
/** The same, where the cards must not be taken away before it is done. */
export const cardsOut = (of: Text): Remedies => ({
  remedy: inEach((language) => `${tell(CARDS_OUT, language)} ${sentence(tell(of, language))}`),
  ...later(of),
})

export const cite = (document: string, section: string, line: number, says: string): Clause => ({ document, section, line, says })

/** What cards and chips would have been worth is open, so the supervisor sees both before anything is put right. */
export const AS_THEY_LIE: Remedies = {
  remedy: {
    en: 'Leave cards and chips as they lie and call the supervisor before the next deal.',
    de: 'Karten und Chips liegen lassen, wie sie liegen, und vor der nächsten Runde die Saalleitung rufen.',
  },
  ...SUPERVISOR_LATER,
}

/** The houses' own lines on splitting. */
export const onSplit = (says: string): Breaks => ({
  'free-bet-european': cite('000', '4', 126, says),
  'free-bet-pot-of-gold': cite('001', 'Free Split', 21, says),
  'sevens-prizes': cite('002', 'Split', 34, says),
  gld: cite('003', 'Playing the game: Split', 44, says),
  ingo: cite('004', 'Teilen', 55, says),
  others: practice('field', says),
})

export const offersPush22 = ({ push22 }: HouseRules): boolean => push22 !== 'none'
export const offersPotOfGold = ({ potOfGold }: HouseRules): boolean => potOfGold !== 'none'
export const offersSevens = ({ sevens }: HouseRules): boolean => sevens !== 'none'
export const offersInsurance = ({ insurance }: HouseRules): boolean => insurance !== 'none'
export const offersSurrender = ({ surrender }: HouseRules): boolean => surrender !== 'none'
export const givesFreeBets = ({ freeDouble, freeSplit }: HouseRules): boolean => freeDouble || freeSplit
export const hasHoleCard = ({ dealOrder }: HouseRules): boolean => dealOrder.includes('dealer:down')
