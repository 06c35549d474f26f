/** Named values, one row each. */
import { say } from './say.ts'
import type { Key } from './strings.ts'

export function Facts({ style, facts }: { readonly style: string; readonly facts: readonly (readonly [Key, string])[] }) {
  return (
    <dl class={style}>
      {facts.map(([key, value]) => (
        <div key={key}>
          <dt>{say(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
