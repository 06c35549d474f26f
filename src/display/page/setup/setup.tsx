/** The set-up page: a word, then six steps, one at a time. */
import { useSignal } from '@preact/signals'
import { render } from 'preact'
import { askForLanguages, chosenLanguage, language, languages } from '../settings.ts'
import { Devices } from './devices.tsx'
import { act, enterWord, entry, isAway, keepAsking, looked, step, told, tried, typed } from './link.ts'
import { sendAll } from './parts.tsx'
import { Broker, Check, House, isReady, Spots } from './steps.tsx'
import { STEPS, type StepName, type Told } from './told.ts'
import { addTypedUser, Users } from './users.tsx'
import { say, tell } from './words.ts'

const VIEWS: { readonly [step in StepName]: () => preact.JSX.Element } = {
  ...{ devices: Devices, spots: Spots, house: House, broker: Broker, users: Users, check: Check },
}

function Page() {
  document.documentElement.lang = language.value
  const now = told.value
  return (
    <div class="setup">
      <header class="setup-top">
        <h1>{say('title')}</h1>
        <fieldset class="language">
          {languages.value.map(([each]) => (
            <button
              key={each}
              type="button"
              class="quiet"
              lang={each}
              aria-pressed={language.value === each}
              onClick={() => (chosenLanguage.value = each)}
            >
              {each.toUpperCase()}
            </button>
          ))}
        </fieldset>
      </header>
      {isAway.value && now?.end?.kind !== 'running' ? (
        <p class="banner-line stop-line" role="alert">
          {say('away')}
        </p>
      ) : null}
      {now === null ? <WordForm /> : isSettingUp(now) ? <Steps now={now} /> : <Ended now={now} />}
    </div>
  )
}

/** The only thing to do here. */
const focused = (input: HTMLInputElement | null): void => input?.focus()

function WordForm() {
  const word = useSignal('')
  const said = entry.value
  const text =
    said === ''
      ? null
      : said === 'taken over'
        ? say('word.taken')
        : said === 'wait'
          ? say('word.wait')
          : said === 'wrong 0'
            ? say('word.renewed')
            : null
  const left = said.startsWith('wrong ') && text === null ? say('word.wrong', { n: said.slice('wrong '.length) }) : text
  const enter = (event: Event): void => {
    event.preventDefault()
    void enterWord(word.peek())
    word.value = ''
  }
  return (
    <main class="word">
      <form onSubmit={enter}>
        <label class="field">
          <span>{say('word.ask')}</span>
          <input
            name="word"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            ref={focused}
            value={word.value}
            onInput={({ currentTarget }) => (word.value = currentTarget.value)}
          />
          <small>{say('word.hint')}</small>
        </label>
        {left === null ? null : (
          <p class="wrong" role="alert">
            {left}
          </p>
        )}
        <button type="submit" class="primary">
          {say('word.enter')}
        </button>
      </form>
    </main>
  )
}

/** Also after a start that failed: what is wrong is changed here. */
const isSettingUp = ({ end }: Told): boolean => end === null || end.kind === 'writing' || end.kind === 'failed'

function Steps({ now }: { readonly now: Told }) {
  const View = VIEWS[step.value]
  return (
    <>
      <nav aria-label={say('steps')}>
        <ol class="setup-steps">
          {STEPS.map((each, at) => {
            const isWrong = now.problems.some((problem) => problem.step === each) || (each === 'house' && now.questions.length > 0)
            // A tick means that somebody has looked.
            const isOpen = isWrong || !looked.value.has(each)
            return (
              <li key={each}>
                <button type="button" aria-current={step.value === each ? 'step' : undefined} onClick={() => void goTo(each, now)}>
                  <span class={isOpen ? 'dot dot-open' : 'dot'} aria-hidden="true">
                    {isOpen || each === 'check' ? at + 1 : '✓'}
                  </span>
                  {say(`step.${each}`)}
                  <span class="unseen">{say(isOpen ? 'step.open' : 'step.done')}</span>
                </button>
              </li>
            )
          })}
        </ol>
      </nav>
      <main class="setup-main">
        <h2>{say(`step.${step.value}`)}</h2>
        {now.end?.kind === 'failed' ? <Failed problem={now.end.problem} former={now.former} /> : null}
        {now.isResumed ? (
          <p class="banner-line">
            {say('resumed')}{' '}
            <button type="button" class="quiet" onClick={() => void afresh()}>
              {say('afresh')}
            </button>
          </p>
        ) : null}
        {now.refused === null || now.refusedAt !== null ? null : (
          <p class="banner-line warn-line" role="alert">
            {tell(now.refused)}
          </p>
        )}
        <View key={step.value} />
        {step.value === 'check' ? null : <Onward now={now} />}
      </main>
    </>
  )
}

/** What was typed is sent before a step is left. */
async function goTo(next: StepName, now: Told): Promise<void> {
  looked.value = new Set([...looked.peek(), step.peek()])
  tried.value = new Set(next === 'check' ? STEPS : [...tried.peek(), step.peek()])
  const fields = Object.values(now.fields).flat()
  if (typed.peek().size > 0 && !(await sendAll(fields))) return
  if (now.touching !== null) await act({ do: 'touched' })
  if (!(await addTypedUser())) return
  // Whoever arrives finds the check begun: nobody writes beside it.
  if (next === 'check' && isReady(told.peek()) && told.peek()?.doctor === null) await act({ do: 'walk' })
  step.value = next
  document.querySelector('.setup-main')?.scrollIntoView()
}

function Onward({ now }: { readonly now: Told }) {
  const go = async (): Promise<void> => {
    const at = step.peek()
    tried.value = new Set([...tried.peek(), at])
    const fields = Object.values(now.fields).flat()
    if (!(await sendAll(fields))) return
    const after = told.peek()
    // What is still wrong here is shown here; whoever wants to go on all the same has the list of steps.
    if (after?.problems.some((problem) => problem.step === at) || (at === 'house' && after?.questions.length !== 0)) return
    await goTo(STEPS[STEPS.indexOf(at) + 1] ?? 'check', now)
  }
  return (
    <div class="onward">
      <button type="button" class="primary" onClick={() => void go()}>
        {say('next')}
      </button>
    </div>
  )
}

async function afresh(): Promise<void> {
  typed.value = new Map()
  await act({ do: 'afresh' })
}

function Failed({ problem, former }: { readonly problem: string; readonly former: string | null }) {
  return (
    <p class="banner-line stop-line" role="alert">
      {say('check.failed', { why: problem })} {former === null ? null : say('check.former', { file: former })}
    </p>
  )
}

function Ended({ now: { end } }: { readonly now: Told }) {
  if (end === null || end.kind === 'writing' || end.kind === 'failed') return null
  return (
    <main class="setup-main">
      <h2>{say(end.kind === 'running' ? 'check.running' : 'check.starting')}</h2>
      {end.kind === 'running' && end.display !== null ? (
        <p>
          <a class="onto" href={end.display}>
            {say('check.display')}
          </a>
        </p>
      ) : null}
    </main>
  )
}

void askForLanguages()
keepAsking()
const root = document.getElementById('setup')
if (root !== null) render(<Page />, root)
