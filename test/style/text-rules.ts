/** What no file may hold; each rule is a row with its reason. This file alone is not examined: it names what it looks for. */
import { functionsIn } from './functions.ts'
import { type SourceFile, withoutComments, withoutStrings } from './source.ts'

interface TextRule {
  readonly name: string
  readonly applies: (path: string) => boolean
  /** What of the text is examined. */
  readonly part: (text: string) => string
  readonly pattern: RegExp
  /** Completes "FILE:LINE: FOUND ...". */
  readonly because: string
}

/** What one can read: the lines of a file and of a function, and what it takes. */
const SIZES = { file: 400, function: 60, parameters: 4 }
const UNLIMITED = { file: 450, function: 1000, parameters: 100 }
/** Larger for now, and never larger than this. */
const LARGER: readonly (Partial<typeof SIZES> & { readonly of: RegExp })[] = [
  { of: /^src\/engine\//, file: 450 },
  { of: /^test\//, ...UNLIMITED },
]
export const sizesOf = (path: string): typeof SIZES => ({ ...SIZES, ...LARGER.find(({ of }) => of.test(path)) })
/** A README is read in five minutes or not at all; what does not fit has a page in docs. */
export const README_WORDS_MAX = 1500
const SELF = 'test/style/text-rules.ts'
const CODE = /\.(tsx?|mjs)$/
const PURE =
  /^(devices|src\/(rules|engine|procedure|wire|base\/terminal|daemon\/stations|display\/terminal|tools\/explain)|simulators\/table)\/(?!figures\/worker)/

/** The same observations have to give the same words, whatever the process did before, and two tables in it must not meet. */
const STATELESS = /^src\/(engine|procedure)\//

const all = (text: string): string => text
const inCode = (path: string): boolean => CODE.test(path)
const inPure = (path: string): boolean => CODE.test(path) && PURE.test(path)
const inStateless = (path: string): boolean => CODE.test(path) && STATELESS.test(path)
const anywhere = (): boolean => true

const TEXT_RULES: readonly TextRule[] = [
  {
    name: 'words',
    applies: anywhere,
    part: all,
    pattern: /hypothes[ie]s|\bviolat(?:es?|ed|ing|ions?)\b/gi,
    because: 'is a reading or a finding',
  },
  {
    name: 'shoe and box',
    applies: inCode,
    part: withoutStrings,
    // As a part of a name written in camel case, in capitals, or alone. A number of decks is `decks`.
    pattern: /\b(?:deck|seats?)\b|\b(?:deck|seats?)(?=[A-Z])|(?<=[a-z])(?:Deck|Seats?)(?![a-z])|(?<![A-Z])(?:DECK|SEATS?)(?![A-Z])/g,
    because: 'is a shoe or a box',
  },
  {
    name: 'hands by number',
    applies: inCode,
    part: withoutStrings,
    pattern: /\b(?:left|right)Hands?\b|\bhands?(?:Left|Right)\b/g,
    because: 'is a hand with its handIndex',
  },
  {
    name: 'clock and chance',
    applies: inPure,
    part: withoutComments,
    pattern:
      /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b|\bset(?:Timeout|Interval|Immediate)\b|\bprocess\.\w+|\bqueueMicrotask\b/g,
    because: 'comes from outside: the same input has to give the same output',
  },
  {
    name: 'state of a module',
    applies: inStateless,
    part: withoutStrings,
    // What may change: a variable, or a collection or object made empty or by a class, unless its type forbids that. An empty column holds nothing.
    pattern:
      /^(?:export )?(?:let|var)\s.+|^(?:export )?const \w+(?:: (?!Readonly|readonly )(?:=>|[^=])+)?\s=\s+(?:new (?!Int32Array\(0\)|Date\().+|\[\]|\{\})|^\s+static (?!readonly).+/gm,
    because: 'is state of a module: it belongs into the state, or where it is only kept, into the Workspace',
  },
  {
    name: 'paths of one machine',
    applies: anywhere,
    part: all,
    pattern: /(?<![\w.}])\/(?:work|home|root|Users|tmp)\/[\w.-]+/g,
    because: 'exists on one machine only',
  },
  {
    name: 'translated words',
    applies: (path) => /^(README\.md|docs\/|src\/|simulators\/)/.test(path),
    part: withoutComments,
    pattern: /again for ever|\bis not heard:|expected: (?:it taken|none from|the other)|this reading has no error|tells \\?`npm run/g,
    because: 'is not how people say it: subject, verb, object',
  },
  {
    name: 'unfinished',
    applies: anywhere,
    part: all,
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/g,
    because: 'is not for the repository: finish it or leave it out',
  },
  {
    name: 'silenced checks',
    applies: inCode,
    part: all,
    pattern: /@ts-(?:ignore|nocheck|expect-error)|biome-ignore-all/g,
    because: 'hides what the checker has to say',
  },
  {
    name: 'wordless failures',
    applies: inCode,
    part: withoutStrings,
    // One argument, with brackets in brackets as deep as tests have them.
    pattern: /(?<!fc\.)\bassert(?:\.ok)?\((?:[^(),]|\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\))*\)/g,
    because: 'fails as "false == true": say what was looked at as its second argument',
  },
]

function sizeOffences({ path, text }: SourceFile): readonly string[] {
  const most = sizesOf(path)
  const lines = text.split('\n').length - 1
  const long = lines > most.file ? [`${path} has ${lines} lines; ${most.file} are the most one can read: split it`] : []
  const functions = functionsIn(text).flatMap(({ name, line, lines, parameters }) => [
    ...(lines > most.function
      ? [`${path}:${line}: ${name} has ${lines} lines; ${most.function} are the most: cut it at its second noun`]
      : []),
    ...(parameters > most.parameters ? [`${path}:${line}: ${name} takes ${parameters} things; ${most.parameters} are the most`] : []),
  ])
  return [...long, ...functions]
}

/** One sentence for each thing found. */
export function textOffences({ path, text }: SourceFile): readonly string[] {
  if (path === SELF) return []
  const sizes = CODE.test(path) ? sizeOffences({ path, text }) : []
  const words = text.split(/\s+/).filter((word) => word !== '').length
  const wordy =
    path === 'README.md' && words > README_WORDS_MAX
      ? [`${path} has ${words} words; ${README_WORDS_MAX} are the most: move the rest to a page in docs`]
      : []
  const found = TEXT_RULES.filter(({ applies }) => applies(path)).flatMap(({ part, pattern, because }) => {
    const examined = part(text)
    return [...examined.matchAll(pattern)].map((match) => {
      const line = examined.slice(0, match.index).split('\n').length
      return `${path}:${line}: ${match[0]} ${because}`
    })
  })
  return [...sizes, ...wordy, ...found]
}
