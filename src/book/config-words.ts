/** What can be wrong with the book's configuration alone. */
import { catalog } from '../words/catalog.ts'
import { saying } from '../words/text.ts'

const WRONG_BOOK = {
  'of-a-table': { en: 'is the configuration of a table, not of the book', de: 'ist die Konfiguration eines Tisches, nicht die des Buchs' },
  'no-postgres': { en: 'is not the URL of a PostgreSQL database', de: 'ist nicht die Adresse einer Datenbank von PostgreSQL' },
  'store-password': {
    en: 'contains a password: secrets do not belong in this file, because it is copied and logged',
    de: 'enthält ein Passwort: Geheimes gehört nicht in diese Datei, weil sie kopiert und protokolliert wird',
  },
  store: { en: 'a path, or postgres://user@host/database', de: 'ein Pfad, oder postgres://BENUTZER@RECHNER/DATENBANK' },
  'store-without-password': {
    en: 'a path, or postgres://user@host/database; put the password into the file that PGPASSFILE names',
    de: 'ein Pfad, oder postgres://BENUTZER@RECHNER/DATENBANK; das Passwort gehört in die Datei, die PGPASSFILE nennt',
  },
} as const
export const wrongBook = saying(WRONG_BOOK)
catalog('book', WRONG_BOOK)
