/** Every example of docs/protocol.md, executed. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { crc32 } from 'node:zlib'
import { findDriver } from '../../../devices/registry.ts'
import { STATE_KINDS, type StateKind } from '../../../devices/scan.ts'
import { formatLine, parseLine } from '../../../firmware-bridge/line.ts'
import { DEVICE_KINDS, decodeBody, type TlpDeviceMessage, type TlpHostMessage } from '../../../firmware-bridge/tlp.ts'
import { playTranscript } from './transcript.ts'

const PAGE = readFileSync(new URL('../../../docs/protocol.md', import.meta.url), 'utf8')
const blocks = [...PAGE.matchAll(/```tlp\n([\s\S]*?)```/g)].map(([, block = '']) => block)
const sectionOf = (title: string): string => {
  const [, section] = new RegExp(`\\n## ${title}\\n([\\s\\S]*?)(?=\\n## |$)`).exec(PAGE) ?? assert.fail(`no section ${title}`)
  return section ?? ''
}
/** The first cells of a section's tables. */
const rowsOf = (title: string): readonly (readonly string[])[] =>
  [...sectionOf(title).matchAll(/^\| `(.+?)` \| (.+) \|$/gm)].map(([, first = '', rest = '']) => [first, ...rest.split(' | ')])

describe('docs/protocol.md', () => {
  it('has its conversations', () => assert.ok(blocks.length >= 15, `${blocks.length} conversations`))

  for (const [index, block] of blocks.entries()) {
    const title = PAGE.slice(0, PAGE.indexOf(block))
      .match(/^#+ .*$/gm)
      ?.at(-1)
    it(`conversation ${index + 1}, under "${title}", goes as it is told, on both sides`, () => playTranscript(block))
  }

  it('a conversation that is told wrong is found out', () => {
    const [first = ''] = blocks
    assert.throws(() => playTranscript(first.replace(/RS 1905 1905\*\w+/, formatLine('RS 1905 1906').slice(1, -1))))
    assert.throws(() => playTranscript(first.replace('believes 1905 1906', 'believes 1906')))
    assert.throws(() => playTranscript(first.replace(/\n< \$C 1905[^\n]+\n/, '\n')))
  })

  const device: { readonly [K in TlpDeviceMessage['kind']]: true } = {
    ...{ card: true, cut: true, shoe: true, spot: true, pointer: true, badge: true, peek: true, discard: true, key: true },
    ...(Object.fromEntries(STATE_KINDS.map((kind) => [kind, true])) as { readonly [K in StateKind]: true }),
    ...{ hi: true, heartbeat: true, time: true, refusal: true, proof: true },
  }
  const host: { readonly [K in TlpHostMessage['kind']]: true } = {
    ...{ identify: true, ack: true, resend: true, time: true, snapshot: true, configure: true, challenge: true },
  }
  for (const [title, kinds] of [['What the device says', device] as const, ['What the host says', host] as const]) {
    it(`${title}: every line is good, and every kind there is has one`, () => {
      const seen = rowsOf(title).map(([text = '']) => {
        const line = parseLine(text)
        assert.ok(line.kind === 'line', text)
        return decodeBody(line.body).kind
      })
      assert.deepEqual([...new Set(seen)].sort(), Object.keys(kinds).sort())
    })
  }

  it('the words of shoe and keys are those the page lists', () => {
    const listed = [...sectionOf('What the device says').matchAll(/^\| `\$(SH|K) .*$/gm)].flatMap(([row, verb]) =>
      [
        ...row
          .split(' | ')
          .slice(1)
          .join('')
          .matchAll(/`([a-z-]+)`/g),
      ].map(([, word]) => [verb, word] as const),
    )
    assert.equal(listed.length, 7 + 4 + 2 + 2)
    for (const [verb, word] of listed) {
      const bodies = [`${verb} 1 1 ${word}`, `${verb} 1 1 ${word} 3`]
      assert.ok(
        bodies.some((body) => decodeBody(body).kind !== 'malformed'),
        `${verb} ${word}`,
      )
    }
  })

  it('each role sends the events the page says, and no other is believed', () => {
    const roles = rowsOf('Which device says what').map(
      ([role = '', , verbs = '']) => [role, [...verbs.matchAll(/[A-Z]+/g)].map(([verb]) => verb)] as const,
    )
    assert.deepEqual(
      roles.map(([role]) => role),
      DEVICE_KINDS,
    )
    const events = rowsOf('What the device says').flatMap(([text = '']) =>
      /^\$[A-Z]+ \d+ \d+( |\*)/.test(text) ? [text.slice(1, -9)] : [],
    )
    for (const [role, verbs] of roles) {
      for (const body of events) {
        const isBelieved = 'scan' in findDriver('tlp', role).decodeLine(body)
        assert.equal(isBelieved, verbs.includes(body.split(' ')[0] ?? ''), `${role}: ${body}`)
      }
    }
  })

  it('more fields are ignored in HI and HB, and refused in an event', () => {
    const kindOf = (verb: string): string => {
      const text = rowsOf('What the device says').find(([line]) => line?.startsWith(`$${verb} `))?.[0] ?? assert.fail(verb)
      return decodeBody(`${text.slice(1, -9)} new=1`).kind
    }
    assert.deepEqual(['HI', 'HB', 'C', 'S'].map(kindOf), ['hi', 'heartbeat', 'malformed', 'malformed'])
  })

  it('lines that are rejected are counted as the table says', () => {
    const rows = rowsOf('Lines that are rejected')
    assert.ok(rows.length >= 10, 'the table was found')
    for (const [text = '', kind] of rows) {
      const line = parseLine(text)
      const message = line.kind === 'line' ? decodeBody(line.body) : null
      const found = line.kind === 'discarded' ? line.why : message?.kind === 'ack' ? 'echo' : message?.kind
      assert.equal(`\`${found}\``, kind, text)
    }
  })

  it('the checksum in C is the checksum', () => {
    const [, source = ''] = /```c\n([\s\S]*?)```/.exec(PAGE) ?? assert.fail('no C')
    // As JavaScript has it: no types, unsigned shifts and ends.
    const script = source
      .replace(/uint32_t crc32\(.*\)/, 'function crc32(body, length)')
      .replace(/\b(?:uint32_t|size_t|int) (?=\w+ =)/g, 'let ')
      .replace('(uint8_t)body[i]', 'body.charCodeAt(i)')
      .replaceAll('>> 1', '>>> 1')
      .replace('return ~crc', 'return ~crc >>> 0')
    const crc = runInNewContext(`${script}; crc32`) as (body: string, length: number) => number
    for (const body of ['?ID', 'ACK 1904', 'S 221 51002 3.main 88 2500x2,500x1,FBx1 5500', ''])
      assert.equal(crc(body, body.length), crc32(body))
  })

  it('the checksum worked out by hand ends in the line as it is sent', () => {
    const [, steps = ''] = /<!-- generated: crc -->\n```text\n([\s\S]*?)```/.exec(PAGE) ?? assert.fail('no working')
    assert.equal([...steps.matchAll(/bit \d:/g)].length, 8 * '?ID'.length)
    assert.ok(steps.trim().endsWith(formatLine('?ID').trimEnd()), steps.slice(-80))
    assert.match(steps, new RegExp(`inverted +${crc32('?ID').toString(16).toUpperCase()}`))
  })
})
