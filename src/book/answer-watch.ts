/**
 * Whether the broker still answers. A silent broker is asked whether it is there; one that leaves anything unanswered for too long counts as
 * lost. Only the time in which the book itself reads counts.
 */
import type { MqttClient } from 'mqtt'

/** A silent broker is asked whether it is there after this long. */
const PING_MS = 2000
/** A broker that leaves anything unanswered for this long counts as lost. */
const ANSWER_MS_MAX = 5000
/** The same while its messages keep coming: the answer stands behind them. */
const BUSY_ANSWER_MS_MAX = 60_000
const WATCH_MS = 500

export interface AnswerWatch {
  begin(client: MqttClient, lose: (reason: string) => void): void
  end(): void
  /** Returns what the broker's answer is to call. */
  awaited(): () => void
  /** A message came. */
  message(): void
  /** The book reads again; until now it did not. */
  reads(): void
}

/** `isReading`: the book takes what comes. */
export function createAnswerWatch(nowMs: () => number, isReading: () => boolean): AnswerWatch {
  /** What the broker has not answered -> since when. The oldest comes first. */
  const unanswered = new Map<object, number>()
  let timer: NodeJS.Timeout | null = null
  let readsSinceMs = 0
  /** When the broker's last message came, and its last packet of any kind. */
  let lastMessageMs = 0
  let lastPacketMs = 0
  const end = () => {
    if (timer !== null) clearInterval(timer)
    timer = null
    unanswered.clear()
  }
  const awaited = () => {
    const asked = {}
    unanswered.set(asked, nowMs())
    return () => void unanswered.delete(asked)
  }
  const begin = (client: MqttClient, lose: (reason: string) => void) => {
    end()
    let lookedMs = nowMs()
    readsSinceMs = lookedMs
    lastPacketMs = lookedMs
    let pinged: (() => void) | null = null
    client.on('packetreceive', () => {
      lastPacketMs = nowMs()
      pinged?.()
      pinged = null
    })
    timer = setInterval(() => {
      const now = nowMs()
      // A busy process reads late as well.
      if (!isReading() || now - lookedMs > 2 * WATCH_MS) readsSinceMs = now
      lookedMs = now
      if (pinged === null && now - lastPacketMs > PING_MS) {
        pinged = awaited()
        client.sendPing()
      }
      const oldest = unanswered.values().next().value
      const longest = now - lastMessageMs < ANSWER_MS_MAX ? BUSY_ANSWER_MS_MAX : ANSWER_MS_MAX
      if (oldest === undefined || now - Math.max(oldest, readsSinceMs) < longest) return
      end()
      lose(`the broker is connected, but has answered nothing for ${longest} ms`)
    }, WATCH_MS)
  }
  return {
    begin,
    end,
    awaited,
    message: () => {
      lastMessageMs = nowMs()
    },
    reads: () => {
      readsSinceMs = nowMs()
    },
  }
}
