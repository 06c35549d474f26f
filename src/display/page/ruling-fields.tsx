/** The fields of a ruling, by kind. */
import type { ComponentChild } from 'preact'
import { RANKS, SUITS } from '../../../devices/scan.ts'
import { cardText } from '../../wire/account/text.ts'
import type { Cell } from './floor.ts'
import { exponentOf } from './messages.ts'
import { CHOICES, type DealtCard, type Entries, FIELDS, type Field, RULINGS } from './rulings.ts'
import { cardPlace, say } from './say.ts'
import { inChosen } from './settings.ts'
import { userIdOf } from './user-name.ts'

/** The most hands that a box may hold in any house. */
const HANDS = [1, 2, 3, 4]
/** If the table has not said how many boxes it has. */
const BOXES_USUAL = 7
/** Of a dealer's name as the book searches for it. */
const ID = /^[a-z0-9-]{1,32}$/

interface FieldsProps {
  readonly cell: Cell
  readonly fields: readonly Field[]
  readonly cards: readonly DealtCard[]
  readonly entries: Entries
  readonly enter: (field: Field, value: Entries[Field]) => void
}

interface FieldProps extends FieldsProps {
  readonly field: Field
}

const rulingName = (command: string): string => {
  const ruling = RULINGS.find((each) => each.command === command)
  return ruling === undefined ? command : inChosen(ruling.name)
}

const idOf = (field: Field): string => `ruling-${field}`

export function RulingFields(props: FieldsProps) {
  return props.fields.map((field) => <RulingField key={field} {...props} field={field} />)
}

function RulingField(props: FieldProps) {
  const { field } = props
  const { kind, label } = FIELDS[field]
  const name = inChosen(label)
  if (kind === 'boxes') return <BoxesField {...props} name={name} />
  return (
    <label class="field" htmlFor={idOf(field)}>
      <span>{name}</span>
      {kind === 'money' ? <MoneyInput {...props} /> : kind === 'id' ? <IdInput {...props} /> : <Choice {...props} />}
    </label>
  )
}

function MoneyInput({ cell, field, entries, enter }: FieldProps) {
  const step = 10 ** -exponentOf(cell.house.value)
  return (
    <input
      id={idOf(field)}
      name={field}
      type="number"
      required
      min={step}
      step={step}
      value={entries[field] as number | undefined}
      onInput={({ currentTarget }) => enter(field, currentTarget.valueAsNumber)}
    />
  )
}

function IdInput({ field, entries, enter }: FieldProps) {
  const id = `${entries[field] ?? ''}`
  return (
    <>
      <input
        id={idOf(field)}
        name={field}
        required
        autocomplete="off"
        onInput={({ currentTarget }) => {
          const given = userIdOf(currentTarget.value.trim())
          currentTarget.setCustomValidity(ID.test(given) ? '' : say(given === '' ? 'act.user.letters' : 'act.user.long'))
          enter(field, given)
        }}
      />
      <small>{id === '' ? '' : say('ruling.id', { id })}</small>
    </>
  )
}

function Choice({ cell, field, cards, entries, enter }: FieldProps) {
  const isNumber = ['card', 'unread', 'box', 'hand'].includes(FIELDS[field].kind)
  return (
    <select
      id={idOf(field)}
      name={field}
      required
      value={`${entries[field] ?? ''}`}
      onChange={({ currentTarget: { value } }) => enter(field, isNumber ? Number(value) : value)}
    >
      {entries[field] === undefined ? <option value="" /> : null}
      {optionsOf(field, cell, cards)}
    </select>
  )
}

const numbered = (numbers: readonly number[]): ComponentChild =>
  numbers.map((n) => (
    <option key={n} value={n}>
      {n}
    </option>
  ))

const boxesOf = (cell: Cell): readonly number[] => Array.from({ length: cell.house.value?.boxes ?? BOXES_USUAL }, (_, index) => index + 1)

function optionsOf(field: Field, cell: Cell, cards: readonly DealtCard[]): ComponentChild {
  switch (FIELDS[field].kind) {
    case 'card':
      return cardOptions(cards)
    case 'unread':
      return cardOptions(cards.filter(({ card }) => card === '??'))
    case 'box':
      return numbered(boxesOf(cell))
    case 'hand':
      return numbered(HANDS)
    case 'name':
      return SUITS.map((suit) => (
        <optgroup key={suit} label={say(`suit.${suit}`)}>
          {RANKS.map((rank) => (
            <option key={rank} value={`${rank}${suit}`}>
              {cardText(`${rank}${suit}`)}
            </option>
          ))}
        </optgroup>
      ))
    case 'ruling':
      return (cell.round.value?.view().rulings ?? []).map(({ ruling, command, box, hand }) => (
        <option key={ruling} value={ruling}>
          {[
            rulingName(command),
            ...(box === null ? [] : [say('felt.box', { box })]),
            ...(hand === null ? [] : [say('ruling.hand', { hand })]),
          ].join(', ')}
        </option>
      ))
    case 'device':
      return [...cell.devices.value.keys()].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))
    default:
      return Object.entries(CHOICES[field as keyof typeof CHOICES]).map(([value, words]) => (
        <option key={value} value={value}>
          {inChosen(words)}
        </option>
      ))
  }
}

const cardOptions = (cards: readonly DealtCard[]): ComponentChild =>
  cards.map((card) => (
    <option key={card.n} value={card.n}>
      {optionText(card)}
    </option>
  ))

const optionText = ({ n, card, places }: DealtCard): string =>
  [
    `${n}: ${card === 'hidden' ? say('card.hidden') : cardText(card)}`,
    ...(card === 'hidden' ? [] : [places.map(cardPlace).join(' / ')]),
  ].join(', ')

function BoxesField({ cell, field, entries, enter, name }: FieldProps & { readonly name: string }) {
  const chosen = (entries[field] ?? []) as readonly number[]
  return (
    <fieldset class="field boxes-field">
      <legend>{name}</legend>
      {boxesOf(cell).map((box) => (
        <label key={box}>
          <input
            type="checkbox"
            name={field}
            checked={chosen.includes(box)}
            onChange={({ currentTarget: { checked } }) => enter(field, checked ? [...chosen, box] : chosen.filter((each) => each !== box))}
          />{' '}
          {box}
        </label>
      ))}
    </fieldset>
  )
}
