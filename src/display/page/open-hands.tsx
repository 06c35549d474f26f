/** What cannot be known yet: each uncertain hand with everything it may be. */
import type { ReadonlySignal } from '@preact/signals'
import type { SeenCard } from '../../engine/view.ts'
import { type Account, facesOf } from '../../wire/account/account.ts'
import { cardText } from '../../wire/account/text.ts'
import { cardWords, say, whole } from './say.ts'

export function OpenHands({ account }: { readonly account: ReadonlySignal<Account | null> }) {
  const round = account.value
  if (round === null) return null
  const open = round.boxes.flatMap(({ box, hands }) =>
    hands.flatMap((hand) => (hand.certain ? [] : [{ box, hand, isOnly: hands.length === 1 }])),
  )
  return (
    <section class={`panel ${open.length === 0 ? 'panel-calm' : ''}`} aria-label={say('open.title')}>
      <h2>{say('open.title')}</h2>
      {round.complete ? null : <p class="warn-word">{say('table.incomplete')}</p>}
      {open.length === 0 ? (
        <p class="calm">{say('open.none')}</p>
      ) : (
        <>
          <p class="calm">{say('open.readings', { count: whole(round.readings) })}</p>
          <ul class="open-hands">
            {open.map(({ box, hand, isOnly }) => (
              <li key={`${box}.${hand.hand}`}>
                <span class="open-box">
                  {isOnly ? say('felt.box', { box }) : `${say('felt.box', { box })} ${say('felt.hand', { hand: hand.hand })}`}
                </span>
                <Cards cards={facesOf(hand)} />
                {hand.alternatives.map((cards) => (
                  <span key={cards.join()} class="open-else">
                    {say('felt.or', { cards: '' })}
                    <Cards cards={cards} />
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const Cards = ({ cards }: { readonly cards: readonly SeenCard[] }) => (
  <span class="cards-text">
    <span class="unseen">{cards.map(cardWords).join(', ')}</span>
    {cards.map((card, index) => (
      <span key={index} aria-hidden="true" class={`card-text suit-${card.length === 2 ? card[1] : 'none'}`}>
        {cardText(card)}
      </span>
    ))}
  </span>
)
