/** The JSON of a command, which anybody may have written: limited in depth, and without keys that would reach into objects. Pure. */

/** Arguments are flat; this leaves some room for lists. */
const DEPTH_MAX = 4
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype']

/** The object, or a text that says what is wrong. An empty payload is a command without arguments. */
export function parsePayload(payload: Uint8Array): { readonly [key: string]: unknown } | string {
  if (payload.length === 0) return {}
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(payload)
    if (isDeeperThan(text, DEPTH_MAX)) return `the payload is nested more than ${DEPTH_MAX} levels deep`
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'the payload is not a JSON object'
    const key = forbiddenKey(value)
    return key === null ? (value as { readonly [key: string]: unknown }) : `the key ${key} is not allowed`
  } catch {
    return 'the payload is not JSON in UTF-8'
  }
}

/** Whether brackets outside strings are nested deeper than `max`, determined before the parser sees them. */
export function isDeeperThan(text: string, max: number): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === BACKSLASH) i += 1
      else if (char === QUOTE) inString = false
    } else if (char === QUOTE) inString = true
    else if (char === OPEN_OBJECT || char === OPEN_LIST) {
      depth += 1
      if (depth > max) return true
    } else if (char === CLOSE_OBJECT || char === CLOSE_LIST) depth -= 1
  }
  return false
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d

function forbiddenKey(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = FORBIDDEN_KEYS.includes(key) ? key : forbiddenKey(inner)
    if (found !== null) return found
  }
  return null
}

export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
