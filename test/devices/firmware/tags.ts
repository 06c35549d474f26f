/** Tags of ISO 14443A in the field of a simulated reader: what each answers, bit by bit, and where two that answer at once differ. */

export type Bits = readonly number[]

/** What comes back: the bits that all agree on; `differAt`: the first on which they do not, null: they all do. `length`: of what each says. */
export interface Answer {
  readonly bits: Bits
  readonly differAt: number | null
  readonly length: number
}

interface Tag {
  readonly uid: readonly number[]
  state: 'idle' | 'ready' | 'active' | 'halted'
  level: number
}

export const bitsOf = (bytes: readonly number[]): Bits => bytes.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> bit) & 1))
export const bytesOf = (bits: Bits): readonly number[] =>
  Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit, place) => byte | (bit << place), 0),
  )

function crcA(bytes: readonly number[]): readonly number[] {
  let crc = 0x6363
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1
  }
  return [crc & 0xff, crc >> 8]
}

const [REQA, CASCADE_TAG] = [0x26, 0x88]
const SELECT: readonly number[] = [0x93, 0x95]

/** What a tag says of itself in a level: four bytes, and their sum. */
function part({ uid, level }: Tag): readonly number[] {
  const four = uid.length === 4 ? uid : level === 0 ? [CASCADE_TAG, ...uid.slice(0, 3)] : uid.slice(3)
  return [...four, four.reduce((sum, byte) => sum ^ byte, 0)]
}

/** What several say at once. */
function together(answers: readonly Bits[]): Answer | null {
  const [first] = answers
  if (first === undefined) return null
  const differAt = first.findIndex((bit, at) => answers.some((other) => other[at] !== bit))
  return differAt < 0
    ? { bits: first, differAt: null, length: first.length }
    : { bits: first.slice(0, differAt), differAt, length: first.length }
}

export class TagField {
  private tags: readonly Tag[] = []
  private isOn = false

  /** Which lie there now, by their numbers in hexadecimal digits. */
  lay(...uids: readonly string[]): void {
    const lying = new Map(this.tags.map((tag) => [Buffer.from(tag.uid).toString('hex').toUpperCase(), tag]))
    this.tags = uids.map((uid) => lying.get(uid) ?? { uid: [...Buffer.from(uid, 'hex')], state: 'idle', level: 0 })
  }

  power(on: boolean): void {
    this.isOn = on
    if (!on) for (const tag of this.tags) tag.state = 'idle'
  }

  /** `lastBits`: of the last byte that was sent; 0: all eight. null: nobody answers. */
  ask(bytes: readonly number[], lastBits = 0): Answer | null {
    if (!this.isOn) return null
    if (bytes.length === 1 && lastBits === 7) return bytes[0] === REQA ? this.wake() : null
    const level = SELECT.indexOf(bytes[0] ?? 0)
    if (level >= 0) return bytes[1] === 0x70 ? this.select(level, bytes) : this.anticollide(level, bytes)
    const isSound = crcA(bytes.slice(0, -2)).every((byte, at) => byte === bytes[bytes.length - 2 + at])
    for (const tag of this.tags) {
      if (tag.state === 'active' && bytes[0] === 0x50 && isSound) tag.state = 'halted'
      else if (tag.state !== 'halted') tag.state = 'idle'
    }
    return null
  }

  /** What a chip gets that goes through the anticollision by itself; null: nobody answers. */
  pick(): readonly number[] | null {
    if (!this.isOn || this.wake() === null) return null
    const [chosen, ...others] = this.tags.filter(({ state }) => state === 'ready')
    for (const other of others) other.state = 'idle'
    if (chosen === undefined) return null
    chosen.state = 'active'
    return chosen.uid
  }

  private wake(): Answer | null {
    const woken = this.tags.filter(({ state }) => state === 'idle')
    for (const tag of this.tags) if (tag.state !== 'halted') tag.state = tag.state === 'idle' ? 'ready' : 'idle'
    for (const tag of woken) tag.level = 0
    return together(woken.map(({ uid }) => bitsOf([uid.length === 4 ? 0x04 : 0x44, 0x00])))
  }

  private anticollide(level: number, bytes: readonly number[]): Answer | null {
    const nvb = bytes[1] ?? 0
    const known = ((nvb >> 4) - 2) * 8 + (nvb & 0xf)
    const sent = bitsOf(bytes.slice(2)).slice(0, known)
    const meant = this.tags.filter((tag) => {
      const own = bitsOf(part(tag))
      return tag.state === 'ready' && tag.level === level && sent.every((bit, at) => own[at] === bit)
    })
    return together(meant.map((tag) => bitsOf(part(tag)).slice(known)))
  }

  private select(level: number, bytes: readonly number[]): Answer | null {
    const isSound = crcA(bytes.slice(0, 7)).every((byte, at) => byte === bytes[7 + at])
    let chosen: Tag | null = null
    for (const tag of this.tags) {
      const isMeant = isSound && tag.state === 'ready' && tag.level === level && part(tag).every((byte, at) => byte === bytes[2 + at])
      if (isMeant) chosen = tag
      else if (tag.state === 'ready' || tag.state === 'active') tag.state = 'idle'
    }
    if (chosen === null) return null
    const goesOn = chosen.uid.length === 7 && level === 0
    if (goesOn) chosen.level = 1
    else chosen.state = 'active'
    const sak = [goesOn ? 0x04 : 0x00]
    return { bits: bitsOf([...sak, ...crcA(sak)]), differAt: null, length: 24 }
  }
}
