/**
 * What a browser says to the broker, packet by packet. The first packet (CONNECT) gets the login that the server holds for it; a browser that
 * may only watch publishes nothing. Everything else passes as it came.
 */
import { Transform } from 'node:stream'

/** As whom a connection goes to the broker. */
export type Visitor =
  /** With a login that the server knows. `password` null: the broker wants none. */
  | { readonly kind: 'login'; readonly user: string; readonly password: string | null; readonly mayPublish: boolean }
  /** Without a login: the broker decides what that may do. */
  | { readonly kind: 'anonymous'; readonly mayPublish: boolean }
  /** Somebody has to log in first. */
  | { readonly kind: 'nobody' }

export interface WordsOptions {
  readonly visitor: Visitor
  /** Whether a client may bring a login of its own in its first packet. */
  readonly mayLogIn: boolean
  readonly onPublish: () => void
  /** Tells the browser that it is refused, and ends. */
  readonly refuse: (answer: Buffer) => void
}

const CONNECT = 1
const PUBLISH = 3
/** A display's has some 40 bytes; with a will it has a few kilobytes. */
const FIRST_BYTES_MAX = 16 * 1024
/** A type and a length of at most four bytes: MQTT 3.1.1, 2.2. */
const HEADER_BYTES_MAX = 5

/** Ends with an error if the browser does not speak MQTT, or says what it may not. */
export function wordsOf({ visitor, mayLogIn, onPublish, refuse }: WordsOptions): Transform {
  let first: Buffer | null = Buffer.alloc(0)
  let isRefused = false
  const mayPublish = visitor.kind !== 'nobody' && visitor.mayPublish
  let isOwnLogin = false
  const passes = packets((type) => {
    if (type === CONNECT) throw new Error('a second login in the same connection')
    if (type !== PUBLISH) return
    if (!mayPublish && !isOwnLogin) throw new Error('this display only watches')
    onPublish()
  })
  /** The bytes to pass on, once the first packet is complete; null: more is needed, or nothing passes. */
  const begin = (packet: Buffer): Buffer | null => {
    const length = lengthOf(packet)
    if (length === null || packet.length < length) {
      if (packet.length > FIRST_BYTES_MAX) throw new Error('the first packet is too long')
      first = packet
      return null
    }
    const connect = readConnect(packet.subarray(0, length))
    first = null
    isOwnLogin = connect.hasLogin
    if (connect.hasLogin ? !mayLogIn : visitor.kind === 'nobody') {
      isRefused = true
      refuse(refusalFor(connect.level))
      return null
    }
    const rest = packet.subarray(length)
    passes(rest)
    const own = !connect.hasLogin && visitor.kind === 'login' ? withLogin(connect, visitor) : packet.subarray(0, length)
    return Buffer.concat([own, rest])
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isRefused) return done()
      try {
        if (first === null) {
          passes(chunk)
          return done(null, chunk)
        }
        const out = begin(Buffer.concat([first, chunk]))
        done(null, out ?? undefined)
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

/** Calls `onPacket` with the type of each packet that begins in the bytes, which may come in pieces. */
function packets(onPacket: (type: number) => void): (bytes: Buffer) => void {
  let header: number[] = []
  let left = 0
  return (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      if (left > 0) {
        const taken = Math.min(left, bytes.length - at)
        left -= taken
        at += taken
        continue
      }
      const byte = bytes[at++] ?? 0
      header.push(byte)
      if (header.length === 1) onPacket(byte >> 4)
      else if (byte < 0x80) {
        left = sizeOf(header.slice(1))
        header = []
      } else if (header.length >= HEADER_BYTES_MAX) throw new Error('a packet without a length')
    }
  }
}

const sizeOf = (digits: readonly number[]): number => digits.reduce((sum, digit, at) => sum + (digit & 0x7f) * 128 ** at, 0)

/** Of the packet at the beginning, header included; null: its length has not arrived. */
function lengthOf(bytes: Buffer): number | null {
  const end = bytes.subarray(1, HEADER_BYTES_MAX).findIndex((byte) => byte < 0x80)
  if (end === -1) {
    if (bytes.length >= HEADER_BYTES_MAX) throw new Error('a packet without a length')
    return null
  }
  return 2 + end + sizeOf([...bytes.subarray(1, 2 + end)])
}

interface Connect {
  /** Without the header. */
  readonly body: Buffer
  readonly flagsAt: number
  /** 3, 4 or 5: the protocol's version. */
  readonly level: number
  readonly hasLogin: boolean
}

const USERNAME = 0x80
const PASSWORD = 0x40

function readConnect(packet: Buffer): Connect {
  const body = packet.subarray(headerBytes(packet))
  const flagsAt = body.length < 2 ? 0 : 2 + body.readUInt16BE(0) + 1
  const flags = body[flagsAt]
  if ((packet[0] ?? 0) >> 4 !== CONNECT || flags === undefined || flagsAt < 3) throw new Error('the first packet is no login')
  return { body, flagsAt, level: body[flagsAt - 1] ?? 0, hasLogin: (flags & (USERNAME | PASSWORD)) !== 0 }
}

const headerBytes = (packet: Buffer): number => 2 + packet.subarray(1).findIndex((byte) => byte < 0x80)

/** User and password are the last fields of the packet, in every version of the protocol. */
function withLogin({ body, flagsAt }: Connect, { user, password }: { readonly user: string; readonly password: string | null }): Buffer {
  const flagged = Buffer.from(body)
  flagged[flagsAt] = (body[flagsAt] ?? 0) | USERNAME | (password === null ? 0 : PASSWORD)
  return packetOf(CONNECT, Buffer.concat([flagged, field(user), ...(password === null ? [] : [field(password)])]))
}

function packetOf(type: number, body: Buffer): Buffer {
  const head = [type << 4]
  for (let left = body.length; ; ) {
    const digit = left % 128
    left = Math.floor(left / 128)
    head.push(left > 0 ? digit | 0x80 : digit)
    if (left === 0) break
  }
  return Buffer.concat([Buffer.from(head), body])
}

function field(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const CONNACK = 2
/** Not authorized: MQTT 3.1.1, 3.2.2.3; MQTT 5, 3.2.2.2, where properties follow. */
const refusalFor = (level: number): Buffer => packetOf(CONNACK, Buffer.from(level >= 5 ? [0, 0x87, 0] : [0, 5]))

/** The first packet of a client that only wants to know whether a login is right: MQTT 3.1.1, nothing kept. */
export function loginPacket(clientId: string, user: string, password: string): Buffer {
  const [clean, keepAlive] = [0x02, 10]
  const body = Buffer.concat([field('MQTT'), Buffer.from([4, clean, 0, keepAlive]), field(clientId)])
  return withLogin({ body, flagsAt: 7, level: 4, hasLogin: false }, { user, password })
}

export const DISCONNECT = Buffer.from([0xe0, 0])
export const CONNACK_BYTES = 4
/** What the broker says to a login in its first four bytes. `away`: it did not decide. */
export function loginAnswer(connack: Buffer): 'right' | 'wrong' | 'away' {
  if ((connack[0] ?? 0) >> 4 !== CONNACK) return 'away'
  return ANSWERS[connack[3] ?? -1] ?? 'away'
}
/** MQTT 3.1.1, table 3.1. */
const ANSWERS: { readonly [code: number]: 'right' | 'wrong' } = { 0: 'right', 4: 'wrong', 5: 'wrong' }
