/** The steps for a device of another maker, one row each. Pure: facts in, advice out. */
import { shortcomings, type Traits } from '../../../devices/traits.ts'
import { asIs, inEach, tell } from '../../words/text.ts'
import { DEVICE_RUNGS, type DeviceFacts, sharedTodo } from './device-rungs.ts'
import { deviceWord as say } from './device-words.ts'
import { sampleOf } from './heard-bytes.ts'
import { failed, holds, type Rung, warns } from './rung.ts'

export interface TalkerFacts extends DeviceFacts {
  readonly traits: Traits
  /** The serial number of another device that says its own. */
  readonly stranger: string | null
  /** The newest fault that it reported, or tag that no file names. */
  readonly trouble: string | null
}

const [isThere, opens] = DEVICE_RUNGS as readonly [Rung<DeviceFacts>, Rung<DeviceFacts>]

export const TALKER_RUNGS: readonly Rung<TalkerFacts>[] = [
  isThere,
  opens,
  {
    name: say('is-heard'),
    shows: 'it says something while the doctor listens; silence is a warning, for it has no heartbeat',
    todo: say('silent-todo'),
    judge: ({ bytes, ended, others }) => {
      if (ended !== null) return failed(say('ended', { why: ended }), say('plug-todo'))
      return bytes > 0 ? holds(say('bytes', { count: bytes })) : warns(say('nothing-heard'), sharedTodo(others, say('silent-todo')))
    },
  },
  {
    name: say('messages-valid'),
    shows: 'what it says is in the language of its driver',
    todo: say('messages-todo'),
    judge: ({ good, bad, bytes, heard, others }) => {
      if (bytes === 0) return holds(say('none-came'))
      const detail = say('messages', { good, bad, sample: good === 0 ? sampleOf(heard, false) : '' })
      if (good === 0) return failed(detail, sharedTodo(others, say('messages-todo')))
      return bad === 0 ? holds(detail) : warns(detail, sharedTodo(others, say('few-bad-todo')))
    },
  },
  {
    name: say('right-device'),
    shows: 'if it says its serial number, that is the one in the configuration',
    todo: say('stranger-todo'),
    judge: ({ traits, stranger, device, good }) => {
      if (stranger !== null) return failed(say('stranger', { serial: stranger, wanted: device.serial }))
      if (traits.identity === 'none') return holds(say('nameless'))
      return holds(good === 0 ? say('unsaid') : asIs(device.serial))
    },
  },
  {
    name: say('are-read'),
    shows: 'how many cards, levels of spots, or badges it read while the doctor listened, and whether it reports a fault',
    todo: null,
    judge: ({ read, missing, trouble }) => {
      const detail = say('read-lost', { read, missing })
      return trouble === null ? holds(detail) : warns(detail, say('trouble', { trouble }))
    },
  },
  {
    name: say('cannot'),
    shows: 'what follows from its row in docs/devices.md; it never fails',
    todo: null,
    judge: ({ traits }) => {
      const told = shortcomings(traits)
      const sentences = inEach((language) => told.map((each) => tell(each, language)).join(' '))
      return holds(say(traits.standing), say('shortcomings', { sentences }))
    },
  },
]
