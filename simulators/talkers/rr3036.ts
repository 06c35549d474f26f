/** An RR3036 desk reader: its field is off at first, and with many chips an inventory may come out incomplete. */
import { bytes, crc8408, lowFirst } from '../../devices/crc16.ts'
import { bytesOf, type ChipTwin, MUTE } from './chip-twin.ts'
import { flipped, garbage, whole } from './twin.ts'

const [DONE, FIELD_OFF, INCOMPLETE, NO_TAG, OTHER_PROTOCOL] = [0x00, 0x05, 0x0b, 0x0e, 0x1f]

/** Tags that one answer holds. */
const AT_ONCE = 27

function answer(status: number, data = ''): string {
  const body = `${bytes(data.length + 4, 0, status)}${data}`
  return body + lowFirst(crc8408(body))
}

export const RR3036_TWIN: ChipTwin = {
  driver: 'rr3036',
  serial: 'none',
  begin(_antennas, see) {
    let [isOn, speaksIso] = [false, false]
    const inventory = (): string => {
      if (!isOn) return answer(FIELD_OFF)
      if (!speaksIso) return answer(OTHER_PROTOCOL)
      const tags = see(1)
      const status = tags.length > AT_ONCE ? INCOMPLETE : DONE
      const records = tags.slice(0, AT_ONCE).map(({ tag }) => `\0${bytesOf(tag)}`)
      return tags.length === 0 ? answer(NO_TAG) : answer(status, records.join(''))
    }
    return {
      tell: MUTE,
      hear(question) {
        if (question.length !== 6 || lowFirst(crc8408(question.slice(0, 4))) !== question.slice(4)) return ''
        const command = question.slice(2, 4)
        if (command === '\x00\x02') isOn = true
        else if (command === '\x00\x06') speaksIso = true
        else return command === '\x01\x06' ? inventory() : answer(0x02)
        return answer(DONE)
      },
    }
  },
  faults: {
    damaged: { does: 'one bit of the answer is wrong', change: (message, random) => flipped(message, random) },
    dropped: { does: 'the answer never arrives', change: () => '' },
    'tail lost': { does: 'its end is missing', change: (message, random) => message.slice(0, 1 + whole(random, message.length - 1)) },
    incomplete: { does: 'it did not get all tags in time', change: () => answer(INCOMPLETE, `\0${bytesOf('E004010100000000')}`) },
    'switched off': { does: 'its field is off', change: () => answer(FIELD_OFF) },
    noise: { does: 'bytes of noise in front of it', change: (message, random) => garbage(random, 12) + message },
  },
}
