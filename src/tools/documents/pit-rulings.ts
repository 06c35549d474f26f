/** The rulings that can be given on the display, as a table of docs/pit.md. */
import { RULINGS } from '../../display/page/rulings.ts'
import { table } from './markdown.ts'

const EXAMPLES: { readonly [command: string]: string } = {
  'card-burn': "A two is turned over for nobody and burned: the dealer's next card counts as his, and nobody is accused.",
  'card-move': 'The two on box 2 belonged to box 1: choose the two, box 1, hand 1.',
  'card-name': 'Card 9 was unreadable and lies before you: K♠.',
  'bet-note':
    'A 50.00 coupon lies on box 2 without chips: without the note the table asks whether cash or a coupon was there; with it, box 2 is in the round.',
  'hand-dead': 'Box 3 mixed up its cards, and you give half the bet back.',
  'round-void': 'A foreign card was found in mid-round.',
  absent: 'Box 4 goes to the telephone.',
  present: 'The player of box 4 sits down again.',
  dealer: 'Ann relieves Bob: *Ann*.',
  limits: 'The minimum rises from 10.00 to 20.00, and the players of boxes 1 and 2 keep theirs.',
  shuffler: '*a continuous shuffler* when the machine is put in, *a shoe* when it is taken away.',
  'device-confirm': 'The alarm `cloned-serial` asks for it.',
}

export const rulingsTable = (): string =>
  table(
    ['on the display', 'when, and what it does', 'example'],
    RULINGS.map(({ command, name, when }) => [`**${name.en}**<br>\`${command}\``, when.en, EXAMPLES[command] ?? '']),
  )
