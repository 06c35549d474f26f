/** The steps for a device of another maker, one row each. Pure: facts in, advice out. */
import { shortcomings, type Traits } from '../../../devices/traits.ts'
import { DEVICE_RUNGS, type DeviceFacts } from './device-rungs.ts'
import { failed, holds, type Rung, warns } from './rung.ts'

export interface TalkerFacts extends DeviceFacts {
  readonly traits: Traits
  /** The serial number of another device that says its own. */
  readonly stranger: string | null
  /** The newest fault that it reported, or tag that no file names. */
  readonly trouble: string | null
}

const SILENT_TODO =
  'It says nothing by itself. Pass a card over it, or lay a chip on it, or a badge, while the doctor listens (--seconds 20). If nothing comes then: check its power, the wire from its TX to the RX of the port, and that it is set up as docs/devices.md says.'

const [isThere, opens] = DEVICE_RUNGS as readonly [Rung<DeviceFacts>, Rung<DeviceFacts>]

export const TALKER_RUNGS: readonly Rung<TalkerFacts>[] = [
  isThere,
  opens,
  {
    name: 'something is heard',
    shows: 'it says something while the doctor listens; silence is a warning, for it has no heartbeat',
    todo: SILENT_TODO,
    judge: ({ bytes, ended }) => {
      if (ended !== null) return failed(`the connection ended: ${ended}`, 'Check its plug, cable and power.')
      return bytes > 0 ? holds(`${bytes} bytes`) : warns('nothing; it has no heartbeat', SILENT_TODO)
    },
  },
  {
    name: 'messages are valid',
    shows: 'what it says is in the language of its driver',
    todo: 'Check that this is the right driver, that the speed at both ends is the one above (8N1), ground and shield.',
    judge: ({ good, bad, bytes }) => {
      if (bytes === 0) return holds('none came')
      const detail = `${good} valid, ${bad} invalid`
      if (good === 0) return failed(detail)
      return bad === 0
        ? holds(detail)
        : warns(detail, 'A few are normal when a cable is plugged in. If there are more, use a shorter cable and check ground and shield.')
    },
  },
  {
    name: 'right device',
    shows: 'if it says its serial number, that is the one in the configuration',
    todo: 'Plug in the right device, or enter its serial number in the configuration.',
    judge: ({ traits, stranger, device, good }) => {
      if (stranger !== null) return failed(`${stranger} is connected instead of ${device.serial}`)
      if (traits.identity === 'none') return holds('it has no serial number: whatever is on this port is taken for it')
      return holds(good === 0 ? 'it has not said who it is' : device.serial)
    },
  },
  {
    name: 'cards, chips or badges are read',
    shows: 'how many cards, levels of spots, or badges it read while the doctor listened, and whether it reports a fault',
    todo: '',
    judge: ({ read, missing, trouble }) => {
      const detail = `${read} read, ${missing} lost`
      return trouble === null ? holds(detail) : warns(detail, `It reports: ${trouble}.`)
    },
  },
  {
    name: 'what it cannot do',
    shows: 'what follows from its row in docs/devices.md; it never fails',
    todo: '',
    judge: ({ traits }) => holds(`${traits.standing}`, shortcomings(traits).join(' ')),
  },
]
