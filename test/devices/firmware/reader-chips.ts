/** The chips of readers at the other end of an SPI, by their data sheets, with tags in their field. */
import { type Answer, bitsOf, bytesOf, type TagField } from './tags.ts'

export interface Chip {
  select(on: boolean): void
  /** A byte each way. */
  exchange(byte: number): number
}

const [COMMAND, INTERRUPTS, ERRORS, FIFO_DATA, FIFO_LEVEL, BIT_FRAMING, COLLISION, TX_CONTROL, VERSION] = [
  0x01, 0x04, 0x06, 0x09, 0x0a, 0x0d, 0x0e, 0x14, 0x37,
]
const [TRANSCEIVE, SOFT_RESET] = [0x0c, 0x0f]
const [RECEIVED, TIMED_OUT, COLLIDED] = [0x30, 0x01, 0x08]

/** MFRC522. `isGone`: it was pulled out, and the line is high. */
export class Mfrc522Chip implements Chip {
  isGone = false
  private readonly field: TagField
  private registers = new Uint8Array(64)
  private fifo: number[] = []
  private address: number | null = null

  constructor(field: TagField) {
    this.field = field
    this.reset()
  }

  select(_on: boolean): void {
    this.address = null
  }

  exchange(byte: number): number {
    if (this.isGone) return 0xff
    if (this.address === null) {
      this.address = byte
      return 0
    }
    const register = (this.address >> 1) & 0x3f
    if ((this.address & 0x80) !== 0) return this.read(register)
    this.write(register, byte)
    return 0
  }

  private reset(): void {
    this.registers = new Uint8Array(64)
    this.registers[VERSION] = 0x92
    this.registers[COLLISION] = 0x80
    this.registers[TX_CONTROL] = 0x80
    this.fifo = []
  }

  private read(register: number): number {
    if (register === FIFO_DATA) return this.fifo.shift() ?? 0
    return register === FIFO_LEVEL ? this.fifo.length : (this.registers[register] ?? 0)
  }

  private write(register: number, value: number): void {
    if (register === COMMAND && value === SOFT_RESET) this.reset()
    else if (register === FIFO_DATA) this.fifo.push(value)
    else if (register === FIFO_LEVEL) this.fifo = (value & 0x80) !== 0 ? [] : this.fifo
    else if (register === INTERRUPTS) this.registers[register] = (this.registers[register] ?? 0) & ~value
    else this.registers[register] = value
    if (register === TX_CONTROL) this.field.power((value & 3) === 3)
    if (register === BIT_FRAMING && (value & 0x80) !== 0 && this.registers[COMMAND] === TRANSCEIVE) this.transceive(value)
  }

  private transceive(framing: number): void {
    const [word, nvb = 0] = this.fifo
    const isAnticollision = (word === 0x93 || word === 0x95) && nvb !== 0x70
    const sentBits = isAnticollision ? ((nvb >> 4) - 2) * 8 + (nvb & 0xf) : 0
    const answer = this.field.ask(this.fifo, framing & 7)
    this.fifo = []
    this.registers[ERRORS] = 0
    this.registers[INTERRUPTS] = answer === null ? TIMED_OUT : RECEIVED
    if (answer !== null) this.receive(answer, (framing >> 4) & 7, sentBits)
  }

  /** The place of a collision counts from the beginning of the number, the bits that were sent included. */
  private receive({ bits, differAt, length }: Answer, align: number, sentBits: number): void {
    const nothing = (count: number): readonly number[] => Array.from({ length: count }, () => 0)
    this.fifo = [...bytesOf([...nothing(align), ...bits, ...nothing(length - bits.length)])]
    if (differAt === null) return
    this.registers[ERRORS] = COLLIDED
    const place = sentBits + differAt + 1
    this.registers[COLLISION] = place > 32 ? 0x20 : place & 0x1f
  }
}

const turned = (byte: number): number => bitsOf([byte]).reduce((other, bit) => (other << 1) | bit, 0)
const [DATA, STATUS] = [0x01, 0x02]
const ACK = [0x00, 0x00, 0xff, 0x00, 0xff, 0x00]

/** PN532: it sends the lowest bit first. It finds one tag after the other by itself. */
export class Pn532Chip implements Chip {
  isGone = false
  private readonly field: TagField
  private kind: number | null = null
  private heard: number[] = []
  private saying: number[][] = []

  constructor(field: TagField) {
    this.field = field
    field.power(true)
  }

  select(on: boolean): void {
    if (!on && this.kind === DATA) this.obey()
    if (!on && this.kind !== DATA && this.kind !== STATUS && this.kind !== null) this.saying.shift()
    this.kind = null
    this.heard = []
  }

  exchange(sent: number): number {
    if (this.isGone) return 0xff
    const byte = turned(sent)
    if (this.kind === null) {
      this.kind = byte
      return 0
    }
    if (this.kind === STATUS) return turned(this.saying.length > 0 ? 1 : 0)
    if (this.kind !== DATA) return turned(this.saying[0]?.shift() ?? 0)
    this.heard.push(byte)
    return 0
  }

  private obey(): void {
    const [, , , length = 0, , , command = 0, ...data] = this.heard
    const sum = this.heard.slice(5, 6 + length).reduce((total, byte) => total + byte, 0)
    if (length === 0 || (sum & 0xff) !== 0) return
    const answer = this.answer(command, data.slice(0, length - 2))
    const body = [0xd5, command + 1, ...answer]
    const frame = [0x00, 0x00, 0xff, body.length, -body.length & 0xff, ...body, -body.reduce((total, byte) => total + byte, 0) & 0xff, 0x00]
    this.saying = [[...ACK], frame]
  }

  private answer(command: number, data: readonly number[]): readonly number[] {
    if (command === 0x32 && data[0] === 0x01) this.field.power(data[1] === 0x01)
    if (command === 0x44) {
      this.field.ask([0x50, 0x00, 0x57, 0xcd])
      return [0x00]
    }
    if (command !== 0x4a) return []
    const uid = this.field.pick()
    return uid === null ? [0] : [1, 1, 0x00, uid.length === 4 ? 0x04 : 0x44, 0x00, uid.length, ...uid]
  }
}
