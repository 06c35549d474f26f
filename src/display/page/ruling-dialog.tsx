/** Asks for a ruling of the floor and gives it to the table. It stays open until the table has accepted the ruling. */
import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { answerText } from './answer-text.ts'
import { useApp } from './app.ts'
import type { Answer } from './commands.ts'
import type { Cell } from './floor.ts'
import { exponentOf } from './messages.ts'
import { useModal } from './modal.ts'
import { RulingFields } from './ruling-fields.tsx'
import { argsOf, cardsOf, type Entries, type Field, RULINGS, type Ruling } from './rulings.ts'
import { say } from './say.ts'
import { inChosen } from './settings.ts'
import { Person, usePerson } from './user-field.tsx'

interface RulingProps {
  readonly cell: Cell
  readonly close: () => void
  /** The table has accepted it. */
  readonly done: (text: string) => void
}

const openRound = (cell: Cell): string | null => {
  const round = cell.round.value
  return round === null || round.phase === 'closed' ? null : round.round
}

/** What the form shows before anything is entered: the newest card, the box in play, the limits as they are. */
function usual({ fields }: Ruling, cell: Cell, round: string | null): Entries {
  const view = cell.round.peek()?.view() ?? null
  const limits = cell.house.peek()?.limits
  const units = 10 ** exponentOf(cell.house.peek())
  const active = view?.active.at
  const [newest] = view === null || round === null ? [] : cardsOf(view)
  const known: Entries = {
    hand: 1,
    keep: [],
    ...(newest && { n: newest.n }),
    ...(active && active !== 'dealer' ? active : {}),
    ...(limits && { min: limits.min / units, max: limits.max / units, unit: limits.unit / units }),
  }
  return Object.fromEntries(fields.flatMap((field) => (known[field] === undefined ? [] : [[field, known[field]]])))
}

/** The ruling that a person is about to give, and what becomes of it. */
function useRuling({ cell, close, done }: RulingProps) {
  const { commands } = useApp()
  const person = usePerson()
  const chosen = useSignal<Ruling>(RULINGS[0] as Ruling)
  // The round that the person sees when he begins; a ruling never lands in the next one.
  const round = useSignal(openRound(cell))
  const entries = useSignal<Entries>(usual(chosen.peek(), cell, round.peek()))
  const given = useSignal<ReadonlySignal<Answer> | null>(null)
  const name = useComputed(() => inChosen(chosen.value.name))
  const isLost = useComputed(() => chosen.value.of === 'round' && (round.value === null || round.value !== openRound(cell)))
  const cards = useComputed(() => {
    const view = cell.round.value?.view()
    return view === undefined || view.round !== round.value ? [] : cardsOf(view)
  })
  useSignalEffect(() => {
    const answer = given.value?.value
    if (answer?.kind !== 'done') return
    done(answerText(name.peek(), answer))
    close()
  })

  const choose = (command: string): void => {
    chosen.value = RULINGS.find((each) => each.command === command) ?? chosen.peek()
    entries.value = usual(chosen.peek(), cell, round.peek())
    given.value = null
  }
  const send = (event: Event): void => {
    event.preventDefault()
    const { command } = chosen.peek()
    const args = argsOf(chosen.peek(), entries.peek(), { exponent: exponentOf(cell.house.peek()), round: round.peek() })
    given.value = commands.give(cell.name, command, args, person())
  }
  const enter = (field: Field, value: Entries[Field]): void => {
    entries.value = { ...entries.peek(), [field]: value }
  }
  return {
    ruling: chosen.value,
    name: name.value,
    round: round.value,
    isLost,
    cards,
    entries,
    answer: given.value?.value ?? null,
    choose,
    enter,
    send,
  }
}

export function RulingDialog(props: RulingProps) {
  const { cell, close } = props
  const dialog = useModal()
  const { ruling, name, round, isLost, cards, entries, answer, choose, enter, send } = useRuling(props)
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="ruling-title" onClose={close}>
      <form onSubmit={send}>
        <h2 id="ruling-title">{say('ruling.title', { table: cell.name.table })}</h2>
        <label class="field">
          <span>{say('ruling.which')}</span>
          <select name="ruling" value={ruling.command} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {RULINGS.map((each) => (
              <option key={each.command} value={each.command}>
                {inChosen(each.name)}
              </option>
            ))}
          </select>
          <small>{inChosen(ruling.when)}</small>
        </label>
        {ruling.of === 'table' ? null : (
          <p class="ruling-round">
            {isLost.value
              ? round === null
                ? say('ruling.noRound')
                : say('ruling.over', { round })
              : say('ruling.round', { round: round ?? '' })}
          </p>
        )}
        <RulingFields key={ruling.command} cell={cell} fields={ruling.fields} cards={cards.value} entries={entries.value} enter={enter} />
        <Person />
        <p class={`act-answer answer-${answer?.kind ?? 'none'}`} role="status">
          {answer === null ? '' : answerText(name, answer)}
        </p>
        <div class="dialog-acts">
          <button type="button" class="quiet" onClick={close}>
            {say('act.cancel')}
          </button>
          <button type="submit" class="primary" disabled={isLost.value || answer?.kind === 'sent'}>
            {say('ruling.give')}
          </button>
        </div>
      </form>
    </dialog>
  )
}
