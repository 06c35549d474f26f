/** The page's three files (`src/base/serving/pages.ts`). Nothing else is served, whatever is requested. */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PAGES } from '../../base/serving/pages.ts'

const FILES: { readonly [path: string]: { readonly file: string; readonly type: string } } = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/index.html': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/display.js': { file: 'display.js', type: 'text/javascript; charset=utf-8' },
  '/display.css': { file: 'display.css', type: 'text/css; charset=utf-8' },
}

/** The page runs its own script, connects to its own origin, and may not be framed. */
export const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
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
    const body = await readFile(new URL(found.file, PAGES))
    response.writeHead(200, { ...HEADERS, 'Content-Type': found.type, 'Content-Length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
  } catch {
    end(503, 'the display has not been built yet; run `npm run build`\n', { 'Retry-After': '2' })
  }
}
