/** `GET /languages.json`: the language files that the configuration names, for a page that offers them beside English and German. */
import type { ServerResponse } from 'node:http'
import type { LanguageFile } from '../../words/file.ts'
// Whoever checks a file for this page knows its tables.
import '../page/rulings.ts'
import '../page/setup/strings.ts'
import '../page/strings.ts'
import { HEADERS } from './page.ts'

export const LANGUAGES_PATH = '/languages.json'

export function answerLanguages(response: ServerResponse, files: readonly LanguageFile[] = []): void {
  response.writeHead(200, { ...HEADERS, 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(files))
}
