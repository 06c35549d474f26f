/** What several steps show: fields, ladders, problems. */
import type { Text } from '../../../words/text.ts'
import { isJudged, send, told, typed } from './link.ts'
import type { Rung, StepName, ToldField } from './told.ts'
import { nameOf, say, tell } from './words.ts'

export function typeInto(key: string, text: string): void {
  typed.value = new Map([...typed.peek(), [key, text]])
}

function Field({ field }: { readonly field: ToldField }) {
  const { key, kind, choices, usual, range, means } = field
  const value = typed.value.get(key) ?? field.value
  const problem = told.value?.problems.find(({ path, step }) => (path === key || path.startsWith(`${key}[`)) && isJudged(step))
  const refused = told.value?.refusedAt === key ? told.value.refused : null
  const put = (text: string): void => typeInto(key, text)
  const choiceAt = (at: string): string => {
    const labelled = choices.find((each) => each.value === at)?.means
    return labelled == null ? at : say('field.choice', { value: at, means: labelled })
  }
  const hint = kind === 'money' || kind === 'moneys' ? null : range
  return (
    <div class={problem === undefined && refused === null ? 'field' : 'field field-wrong'}>
      <label for={key}>{nameOf(key)}</label>
      {kind === 'choice' || kind === 'flag' ? (
        <select id={key} name={key} value={value} onChange={({ currentTarget }) => put(currentTarget.value)}>
          {usual === null && field.value !== '' ? null : (
            <option value="">{usual === null ? say('field.choose') : say('field.usual', { what: choiceAt(usual.en) })}</option>
          )}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choiceAt(choice.value)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={key}
          name={key}
          value={value}
          placeholder={usual === null || usual.en === 'none' ? '' : say('field.usual', { what: tell(usual) })}
          inputMode={kind === 'money' ? 'decimal' : kind === 'number' ? 'numeric' : 'text'}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => put(currentTarget.value)}
        />
      )}
      {refused !== null ? (
        <small class="wrong" role="alert">
          {tell(refused)}
        </small>
      ) : problem === undefined ? (
        <small>{hint === null || kind === 'choice' || kind === 'flag' ? tell(means) : say('field.hint', { means, hint })}</small>
      ) : (
        <small class="wrong">
          {field.value === ''
            ? `${say('field.open')} ${tell(means)}`
            : say('problem.whole', { problem: problem.problem, what: problem.allowed })}
        </small>
      )}
    </div>
  )
}

/** The fields with a button that sends them; `then`: what a person comes to after that. */
export function Fields({ fields, children }: { readonly fields: readonly ToldField[]; readonly children?: preact.ComponentChildren }) {
  return (
    <div class="fields">
      {fields.map((field) => (
        <Field key={field.key} field={field} />
      ))}
      {children}
    </div>
  )
}

export const sendAll = (fields: readonly ToldField[]): Promise<boolean> => send(fields.map(({ key }) => key))

const MARKS = { ok: '✓', warning: '!', failed: '✕', 'not reached': '·' } as const

export function Ladder({ steps }: { readonly steps: readonly Rung[] }) {
  return (
    <ol class="ladder">
      {steps.map(({ name, state, said: { name: step, detail, todo } }) => (
        <li key={name} class={`rung rung-${state.replace(' ', '-')}`}>
          <span class="mark" aria-hidden="true">
            {MARKS[state]}
          </span>
          <span>
            <b>{tell(step)}</b> <span class="unseen">{say(`rung.${state}`)}</span> {tell(detail)}
            {todo === null || tell(todo) === '' ? null : <em>{tell(todo)}</em>}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** For a person to compare with the sign on the table. */
export function Understood({ lines }: { readonly lines: readonly Text[] }) {
  if (lines.length === 0) return null
  return (
    <section class="understood" aria-label={say('house.understood')}>
      <h3>{say('house.understood')}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line.en}>{tell(line)}</li>
        ))}
      </ul>
    </section>
  )
}

/** Problems of a step that belong to none of its fields. */
export function Problems({ step, fields = [] }: { readonly step: StepName; readonly fields?: readonly ToldField[] }) {
  const known = new Set(fields.map(({ key }) => key))
  const rest = (told.value?.problems ?? []).filter((one) => one.step === step && !known.has(one.path.replace(/\[.*$/, '')))
  if (rest.length === 0 || !isJudged(step)) return null
  return (
    <ul class="problems">
      {rest.map(({ path, problem, allowed }) => (
        <li key={path + problem.en}>
          <b>{nameOf(path)}</b> {say('problem.whole', { problem, what: allowed })}
        </li>
      ))}
    </ul>
  )
}
