/** The generated parts of docs/devices.md: what each device can do, what it cannot, how it is set up, and how its driver fared. */

import { existsSync, readFileSync } from 'node:fs'
import { TALKERS } from '../../../devices/registry.ts'
import type { Talker } from '../../../devices/talker.ts'
import { shortcomings, type Traits } from '../../../devices/traits.ts'
import { lineText } from '../../../firmware-bridge/port.ts'
import { TALKER_RUNGS } from '../../daemon/doctor/talker-rungs.ts'
import { table } from './markdown.ts'

/** Written by `npm run measure -- drivers --write`. */
const FIGURES = new URL('driver-figures.json', import.meta.url)

export interface DriverFigures {
  readonly driver: string
  readonly cards: number
  readonly faults: number
  readonly lost: number
  readonly unread: number
  readonly unseen: number
  readonly toldForNothing: number
  readonly wrong: number
  readonly noiseBytes: number
  readonly noiseCards: number
}

export interface ChipDriverFigures {
  readonly driver: string
  readonly levels: number
  readonly faults: number
  readonly late: number
  readonly toldForNothing: number
  readonly wrong: number
  readonly noiseBytes: number
  readonly noiseLevels: number
}

interface Figures {
  readonly drivers: readonly DriverFigures[]
  readonly chips: readonly ChipDriverFigures[]
}

const figures = (): Figures => (existsSync(FIGURES) ? (JSON.parse(readFileSync(FIGURES, 'utf8')) as Figures) : { drivers: [], chips: [] })

const IDENTITIES: { readonly [identity in Traits['identity']]: string } = {
  asked: 'asked',
  told: 'it says it',
  none: 'none: known by its port',
}

const LOSSES: { readonly [losses in Traits['losses']]: string } = { numbered: 'yes', level: 'tells levels', unseen: 'no' }

const fileOf = ({ antennas, cardFile, badgeFile }: Traits): string => {
  if (badgeFile !== 'none') return `badges: ${badgeFile}`
  return antennas === null ? cardFile : 'chips: required'
}

/** A round does not rest on who deals. */
const widerBy = ({ lateMs, antennas, badgeFile }: Traits): string => {
  if (badgeFile !== 'none') return 'nothing'
  return `${lateMs} ms${antennas === null || antennas.eachMs === 0 ? '' : ` and ${antennas.eachMs} ms for each antenna`}`
}

const row = ({ name, role, traits, ...line }: Talker): readonly string[] => [
  `\`${name}\``,
  traits.what,
  `\`${role}\``,
  lineText(line),
  traits.resend,
  IDENTITIES[traits.identity],
  traits.checksum ?? 'none',
  LOSSES[traits.losses],
  traits.repeats ?? 'nothing',
  widerBy(traits),
  fileOf(traits),
  traits.antennas === null ? '' : `${traits.antennas.most}`,
]

const HEAD = [
  ...[
    'driver',
    'device',
    'role',
    'line',
    'resend',
    'serial number',
    'checksum',
    'numbered',
    'says again',
    'wider by',
    'file of tags',
    'antennas',
  ],
]

const list = (sentences: readonly string[]): string => sentences.map((text) => `- ${text}`).join('\n')

const number = (count: number): string => count.toLocaleString('en-US')
const mega = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

export const deviceBlocks = (): { readonly [block: string]: string } => ({
  talkers: table(HEAD, TALKERS.map(row)),
  origins: table(
    ['driver', 'as delivered', 'what is done about it', 'what the driver rests on', 'known to differ'],
    TALKERS.map(({ name, origin }) => [`\`${name}\``, origin.delivered, origin.answer, origin.rests, origin.differs ?? '']),
  ),
  'set-up': TALKERS.map(
    ({ name, traits }) => `### ${name}\n\n${list([...traits.setUp, ...shortcomings(traits).map(({ en }) => en)])}`,
  ).join('\n\n'),
  'talker-ladder': table(
    ['step', 'passes when'],
    TALKER_RUNGS.map(({ name, shows }) => [`**${name.en}**`, shows]),
  ),
  conformance: table(
    [
      'driver',
      'cards',
      'with a fault',
      'unread',
      'lost and told',
      'lost unseen',
      'told for nothing',
      'made up, doubled or lost in silence',
      'noise',
      'cards made of it',
    ],
    figures().drivers.map((each) => [
      `\`${each.driver}\``,
      ...[each.cards, each.faults, each.unread, each.lost, each.unseen, each.toldForNothing, each.wrong].map(number),
      mega(each.noiseBytes),
      number(each.noiseCards),
    ]),
  ),
  'chip-conformance': table(
    ['driver', 'levels', 'with a fault', 'late', 'told for nothing', 'made up or not told', 'noise', 'levels made of it'],
    figures().chips.map((each) => [
      `\`${each.driver}\``,
      ...[each.levels, each.faults, each.late, each.toldForNothing, each.wrong].map(number),
      mega(each.noiseBytes),
      number(each.noiseLevels),
    ]),
  ),
})
