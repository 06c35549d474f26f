/** The page's three files from `dist/display`, built by the launcher. Nothing else is served, whatever is requested. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'

const FOLDER = new URL('../../../dist/display/', import.meta.url)
const LAUNCHER = fileURLToPath(new URL('../../launch.mjs', import.meta.url))

const FILES: { readonly [path: string]: { readonly file: string; readonly type: string } } = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/index.html': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/display.js': { file: 'display.js', type: 'text/javascript; charset=utf-8' },
  '/display.css': { file: 'display.css', type: 'text/css; charset=utf-8' },
}

/** The page runs its own script, connects to its own origin, and may not be framed. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
}

/** Bundles the page if its sources have changed; where there are none, it was installed with the program. @throws Error with the bundler's message */
export function refreshPage(): Promise<void> {
  if (!existsSync(LAUNCHER)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [LAUNCHER, '--refresh', 'display'], (error, _out, said) =>
      error === null ? resolve() : reject(new Error(said || error.message)),
    )
  })
}

export async function answerPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const end = (code: number, text: string, more = {}): void => {
    response.writeHead(code, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8', ...more }).end(text)
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(405, 'GET or HEAD\n', { Allow: 'GET, HEAD' })
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const found = Object.hasOwn(FILES, path) ? FILES[path] : undefined
  if (found === undefined) return end(404, 'page not found; the display is at /\n')
  try {
    const body = await readFile(new URL(found.file, FOLDER))
    response.writeHead(200, { ...HEADERS, 'Content-Type': found.type, 'Content-Length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
  } catch {
    end(503, 'the display has not been built yet; run `npm run build`\n', { 'Retry-After': '2' })
  }
}
