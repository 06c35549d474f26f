/** Whether the page is on a phone; if so, the felt is drawn upright. The style sheets change at the same width. */
import { signal } from '@preact/signals'

const query = matchMedia('(max-width: 600px)')
export const isPhone = signal(query.matches)
query.addEventListener('change', ({ matches }) => {
  isPhone.value = matches
})
