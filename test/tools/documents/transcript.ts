/**
 * A conversation of docs/protocol.md, played: the host's side by the link machine of the daemon, the device's side by the simulated device.
 *
 *   >  host to device     >~ said, not heard          <  device to host     <~ said, not heard so     <! heard, not said so     -- a fact
 *
 * Device and host begin at the same instant; what the device says by itself comes when the clock in it says so.
 */
import assert from 'node:assert/strict'
import type { SpotId } from '../../../devices/scan.ts'
import { decodeLine } from '../../../devices/tlp.ts'
import { formatLine, parseLine } from '../../../firmware-bridge/line.ts'
import { stepLink } from '../../../firmware-bridge/link.ts'
import { initialLink, type LinkCounter, type LinkInput, type LinkReport, type LinkState } from '../../../firmware-bridge/link-state.ts'
import { type DeviceKind, decodeBody, encodeBody, type TlpDeviceMessage, type TlpHostMessage } from '../../../firmware-bridge/tlp.ts'
import { type TlpDevice, tlpDevice } from '../../../simulators/device/model.ts'

const WALL_MS = 1_700_000_000_000
const TICK_MS = 50
const RING = 512

interface Step {
  readonly mark: '>' | '>~' | '<' | '<~' | '<!' | '--'
  readonly text: string
}

function stepsOf(block: string): readonly Step[] {
  return block
    .trim()
    .split('\n')
    .map((line) => {
      const [, mark, text] = /^(>~?|<[~!]?|--) (.+)$/.exec(line) ?? assert.fail(`no step of a conversation: ${line}`)
      return { mark: mark as Step['mark'], text: text ?? '' }
    })
}

type Said = LinkInput extends infer Input ? (Input extends LinkInput ? Omit<Input, 'nowMs' | 'wallMs'> : never) : never

/** The daemon's side, with what it wrote and reported since somebody looked. */
function newHost({ role, serial, lastSeq, key }: Told, nonces: string[]) {
  const resume = lastSeq === null ? null : { serial, boot: 57, lastSeq }
  let state: LinkState = initialLink({
    role,
    serial,
    resume,
    ...(key === null ? {} : { challenge: { key, newNonce: () => nonces.shift() ?? assert.fail('the host challenges more') } }),
  })
  let nowMs = 0
  const written: string[] = []
  // The time is asked for by the second; it is told of where it is the matter.
  const isOfTime = (text: string | undefined): boolean => text?.startsWith('$TS ') ?? false
  const reports: LinkReport[] = []
  let isReopened = false
  const feed = (said: Said): void => {
    const [next, outputs] = stepLink(state, { ...said, nowMs, wallMs: WALL_MS + nowMs })
    state = next
    for (const output of outputs) {
      if (output.kind === 'write') written.push(output.text.trimEnd())
      else if (output.kind === 'report') reports.push(output.report)
      else isReopened = true
    }
  }
  return {
    says(alsoTime: boolean): string | undefined {
      while (!alsoTime && isOfTime(written[0])) written.shift()
      return written.shift()
    },
    unsaid: () => written.filter((text) => !isOfTime(text)),
    nowMs: () => nowMs,
    feed,
    hear: (text: string) => feed({ kind: 'line', line: parseLine(text) }),
    passTo(endMs: number): void {
      while (nowMs < endMs) {
        nowMs = Math.min(endMs, (Math.floor(nowMs / TICK_MS) + 1) * TICK_MS)
        feed({ kind: 'tick' })
      }
    },
    counted: (counter: LinkCounter) => state.counters[counter] ?? 0,
    takeReopened: () => {
      const was = isReopened
      isReopened = false
      return was
    },
    /** Reports of one kind since they were taken last. */
    take<Kind extends LinkReport['kind']>(kind: Kind): readonly (LinkReport & { readonly kind: Kind })[] {
      const found = reports.filter((report): report is LinkReport & { kind: Kind } => report.kind === kind)
      for (const report of found) reports.splice(reports.indexOf(report), 1)
      return found
    },
  }
}

interface Told {
  readonly role: DeviceKind
  readonly serial: string
  readonly lastSeq: number | null
  readonly spots: readonly SpotId[]
  /** That the configuration names and the device has. */
  readonly key: Uint8Array | null
}

/** Facts at the head of a conversation that say how both stand before it. */
function readHead(steps: readonly Step[]): { readonly told: Told; readonly rest: readonly Step[] } {
  let told: Told = { role: 'shoe', serial: 'SH-00412', lastSeq: null, spots: [], key: null }
  let at = 0
  for (; steps[at]?.mark === '--'; at++) {
    const text = steps[at]?.text ?? ''
    const [, last] = /^the journal ends with (\d+)$/.exec(text) ?? []
    const [, serial] = /^the device is a spots board (\S+)$/.exec(text) ?? []
    const [, key] = /^both have the key ([0-9a-f]{64})$/.exec(text) ?? []
    const [, spots] = /^the spots are (.+)$/.exec(text) ?? []
    if (last !== undefined) told = { ...told, lastSeq: Number(last) }
    else if (serial !== undefined) told = { ...told, role: 'spots', serial }
    else if (key !== undefined) told = { ...told, key: Buffer.from(key, 'hex') }
    else told = { ...told, spots: (spots ?? assert.fail(`no head of a conversation: ${text}`)).split(' ') as SpotId[] }
  }
  return { told, rest: steps.slice(at) }
}

const messageOf = (text: string) => {
  const line = parseLine(text)
  assert.ok(line.kind === 'line', `a good line: ${text}`)
  return decodeBody(line.body)
}

const textOf = (message: TlpDeviceMessage): string => formatLine(encodeBody(message)).trimEnd()

/** The device as its first hello says it is, with what it says it still has in its ring; its clock begins with the host's. */
function newDevice({ role, serial, spots, key }: Told, steps: readonly Step[], nowMs: () => number) {
  const said = steps.filter(({ mark }) => mark === '<' || mark === '<~').map(({ text }) => ({ text, message: messageOf(text) }))
  const hello = said.find(({ message }) => message.kind === 'hi')?.message
  const { boot, lo, hi, t, firmware } = hello?.kind === 'hi' ? hello : { boot: 57, lo: 1, hi: 0, t: 0, firmware: '2.3.1' }
  let worldMs = 0
  const clock = { nowMs: () => worldMs, startMs: t }
  const device: TlpDevice = tlpDevice({
    role,
    serial,
    firmware,
    boot,
    cap: RING,
    lastSeq: lo - 1,
    spots,
    clock,
    ...(key === null ? {} : { key }),
  })
  /** What the clock shows at the host's 0. */
  let originMs = t
  let isDeaf = false
  const undelivered: string[] = []
  const answers: string[] = []

  /** Senses what the line says, at the time it says. */
  const sense = (text: string): TlpDeviceMessage => {
    const line = parseLine(text)
    const decoded = line.kind === 'line' ? decodeLine('any', line.body) : assert.fail(text)
    assert.ok('scan' in decoded, `an event: ${text}`)
    worldMs = decoded.t - originMs
    const [event] = device.sense(decoded.scan) ?? []
    return event ?? assert.fail(`the device keeps silent: ${text}`)
  }
  for (let seq = lo; seq <= hi; seq++) {
    const kept =
      said.find(({ message }) => 'seq' in message && message.seq === seq) ?? assert.fail(`event ${seq} of the ring is never told`)
    sense(kept.text)
  }
  return {
    boot: () => device.memory.boot,
    forget: (seq: number): void => {
      device.memory.ring.splice(0, device.memory.ring.findIndex((event) => event.seq > seq) >>> 0)
    },
    deafen: (): void => {
      isDeaf = true
    },
    reboot(ring: 'kept' | 'lost'): void {
      worldMs = nowMs()
      device.reboot(ring)
      originMs = -worldMs
    },
    /** Heard when it next says something. */
    isTold: (text: string): void => void undelivered.push(text),
    /** Its answer to what it was told; else what it says by itself, at the time that `text` names. */
    says(text: string, passTo: (ms: number) => void): string {
      worldMs = nowMs()
      for (const told of undelivered.splice(0))
        if (!isDeaf) answers.push(...device.hear(messageOf(told) as TlpHostMessage).map((answer) => textOf(answer)))
      const answer = answers.shift()
      if (answer !== undefined) return answer
      const message = messageOf(text)
      passTo('t' in message ? message.t - originMs : assert.fail(`nobody asked for ${text}`))
      worldMs = nowMs()
      if (message.kind === 'hi') return textOf(device.hello())
      return textOf(message.kind === 'heartbeat' ? device.heartbeat() : sense(text))
    },
    unsaid: (): readonly string[] => answers,
  }
}

/** Plays a conversation to its end; throws an AssertionError at the first line or fact that is not so. */
export function playTranscript(block: string): void {
  const { told, rest } = readHead(stepsOf(block))
  // Nonces are drawn at random; here they are those of the page.
  const nonces = rest.flatMap(({ mark, text }) => (mark.startsWith('>') && text.startsWith('$CH ') ? [text.split(/[ *]/)[1] ?? ''] : []))
  const host = newHost(told, nonces)
  const device = newDevice(told, rest, host.nowMs)
  const facts = factsOf(host, device)
  host.feed({ kind: 'opened' })
  for (const { mark, text } of rest) {
    if (mark === '>' || mark === '>~') {
      assert.equal(host.says(text.startsWith('$TS ')), text, 'the host says')
      if (mark === '>') device.isTold(text)
    } else if (mark === '--') {
      const fact = facts.find(({ is }) => is.test(text)) ?? assert.fail(`no fact of a conversation: ${text}`)
      const [, one = '', other = ''] = fact.is.exec(text) ?? []
      fact.holds(one, other)
    } else {
      if (mark !== '<!') assert.equal(device.says(text, host.passTo), text, 'the device says')
      assert.deepEqual(host.unsaid(), [], `the host says more before ${text}`)
      if (mark !== '<~') host.hear(text)
    }
  }
  assert.deepEqual(host.unsaid(), [], 'the host says more at the end')
  assert.deepEqual(device.unsaid(), [], 'the device says more at the end')
  assert.deepEqual([...host.take('missing'), ...host.take('incident')], [], 'the host reports more')
}

interface Fact {
  readonly is: RegExp
  /** Makes it so, or asserts that it is. */
  readonly holds: (one: string, other: string) => void
}

const factsOf = (host: ReturnType<typeof newHost>, device: ReturnType<typeof newDevice>): readonly Fact[] => [
  { is: /^(\d+) ms pass$/, holds: (ms) => host.passTo(host.nowMs() + Number(ms)) },
  { is: /^the disk holds (\d+)$/, holds: (seq) => host.feed({ kind: 'durable', boot: device.boot(), seq: Number(seq) }) },
  { is: /^the device forgets (\d+)$/, holds: (seq) => device.forget(Number(seq)) },
  { is: /^the device is deaf$/, holds: () => device.deafen() },
  { is: /^the device boots, its ring (kept|lost)$/, holds: (ring) => device.reboot(ring as 'kept' | 'lost') },
  {
    is: /^the port is opened again$/,
    holds: () => {
      assert.ok(host.takeReopened(), 'the host asks for it')
      host.feed({ kind: 'closed', reason: 'reopened' })
      host.feed({ kind: 'opened' })
    },
  },
  {
    is: /^the host believes ([\d ]+)$/,
    holds: (seqs) =>
      assert.equal(
        host
          .take('line')
          .map(({ seq }) => seq)
          .join(' '),
        seqs,
      ),
  },
  {
    is: /^the host dates (\d+) at (\d+)$/,
    holds: (seq, at) => {
      const line = host.take('line').find((report) => report.seq === Number(seq)) ?? assert.fail(`${seq} is not believed`)
      assert.equal(line.message.t + (line.offset ?? Number.NaN), Number(at))
    },
  },
  {
    is: /^the host gives up (\d+) to (\d+)$/,
    holds: (from, to) =>
      assert.deepEqual(
        host.take('missing').map((each) => [each.from, each.to]),
        [[Number(from), Number(to)]],
      ),
  },
  {
    is: /^incident (\S+)$/,
    holds: (code) =>
      assert.deepEqual(
        host.take('incident').map((each) => each.code),
        [code],
      ),
  },
  { is: /^(\S+) is counted$/, holds: (counter) => assert.equal(host.counted(counter as LinkCounter), 1, counter) },
  { is: /^the link is up$/, holds: () => assert.equal(host.take('link').at(-1)?.up, true) },
  {
    is: /^the link is down: (.+)$/,
    holds: (reason) => assert.deepEqual(host.take('link').at(-1), { kind: 'link', up: false, reason }),
  },
]
