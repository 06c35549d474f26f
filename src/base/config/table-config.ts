/** A table's configuration as the daemon uses it: validated, defaults filled in, paths absolute. `load.ts` reads it from YAML. */
import type { TableTerms } from '../../rules/table.ts'

export interface MqttConfig {
  readonly urls: readonly string[]
  readonly protocol: 4 | 5
  readonly ca: string | null
  readonly cert: string | null
  readonly key: string | null
  readonly username: string | null
  readonly passwordFile: string | null
  /** Who is told which retained topics to show; left out: nobody. */
  readonly discovery?: 'homeassistant' | undefined
  /** For the embedded broker, made when it starts; a configuration never contains one. */
  readonly password?: string
}

/** Where the pit display is served, and what it shows besides the tables. */
export interface DisplayConfig {
  readonly host: string
  readonly port: number
  /** Host names that browsers use. */
  readonly names: readonly string[]
  /** Address of the book; left out: the display has none. */
  readonly book?: string | undefined
  /** PEM files for TLS, both or none. */
  readonly cert?: string | undefined
  readonly key?: string | undefined
  /** Takes logins even where they cross the network in clear. */
  readonly insecure: boolean
  /** The login of whoever has none; it only watches. */
  readonly kiosk?: string | undefined
  readonly kioskPasswordFile?: string | undefined
}

/** Where a monitoring system asks for the daemon's health. */
export interface HealthConfig {
  readonly host: string
  readonly port: number
}

export interface TableConfig extends TableTerms {
  /** null: an embedded broker on this machine. */
  readonly mqtt: MqttConfig | null
  /** The embedded broker. `users`: file of those who may give commands; left out: anybody who claims a name. `port`: @default 1883 */
  readonly broker?: { readonly users?: string | undefined; readonly port?: number | undefined } | undefined
  readonly journal: string
  /** PEM of the Ed25519 key that signs the journal, made if it does not exist. @default `signing.key` in the journal's folder */
  readonly signingKeyFile?: string | undefined
  /** The book's public key, base64 of its DER form: acknowledgements it did not sign are ignored; left out: none needs a signature. */
  readonly bookKey?: string | undefined
  /** What silences a verdict needs a second person. @default false */
  readonly secondPerson?: boolean | undefined
  /** Days for which segments are kept after an audit sink has acknowledged them; left out: for ever. */
  readonly keepDays?: number | undefined
  /** Millions of bytes the journal may use. @default whatever the disk has */
  readonly journalMbMax?: number | undefined
  readonly display: DisplayConfig | null
  /** Language files; left out: none. */
  readonly languages?: readonly string[] | undefined
  /** Left out: only a display's port reports the health. */
  readonly health?: HealthConfig | undefined
}
