/** Whether a running table is well: its journal, fold, broker and devices. */
import type { Observable } from 'rxjs'
import type { TableConfig } from '../../base/config/table-config.ts'
import type { HealthCheck } from '../../base/serving/health.ts'
import type { LinkState } from '../broker/link.ts'
import type { JournalState } from '../journal/segment-writer.ts'
import type { RunningTable } from '../pipeline/table.ts'

export type WatchedTable = Pick<RunningTable, 'broker$' | 'disk$' | 'reports$' | 'written$'>

/** Watches from now on; the returned function gives the table's health at that moment. The watch ends with the table's streams. */
export function watchHealth(
  { table, devices }: Pick<TableConfig, 'table' | 'devices'>,
  running: WatchedTable,
): () => readonly HealthCheck[] {
  const broker = latest<LinkState>(running.broker$)
  const disk = latest<JournalState>(running.disk$)
  const ended: { reason: string | null } = { reason: null }
  running.written$.subscribe({
    error: (error: Error) => (ended.reason = error.message),
    complete: () => (ended.reason = 'the table has stopped'),
  })
  /** Why a device is disconnected; null: it is connected. */
  const away = new Map<string, string | null>(devices.map(({ name }) => [name, 'it has not been heard since the start']))
  running.reports$.subscribe(({ device, report }) => {
    if (report.kind === 'link') away.set(device, report.up ? null : report.reason)
  })
  const row = (name: string, fault: string | null): HealthCheck => ({ name: `${table}/${name}`, ok: fault === null, text: fault })
  return () => [
    row('fold', ended.reason),
    row('journal', journalFault(disk())),
    row('broker', brokerFault(broker())),
    ...[...away].map(([device, reason]) => row(device, reason === null ? null : `the link to ${device} is down: ${reason}`)),
  ]
}

const journalFault = (state: JournalState | null): string | null =>
  state?.kind === 'failed' ? `the journal cannot be written: ${state.reason}; free some space or look at the disk` : null

function brokerFault(state: LinkState | null): string | null {
  if (state?.kind === 'connected') return null
  return state?.kind === 'lost' ? `no connection to ${state.url}: ${state.reason}` : 'not connected yet'
}

function latest<T>(values$: Observable<T>): () => T | null {
  const last: { value: T | null } = { value: null }
  values$.subscribe({ next: (value) => (last.value = value), error: () => undefined })
  return () => last.value
}
