/** The part of a verification that needs the whole software: a configuration, and the engine. */
import { readTable } from '../../base/config/read-table.ts'
import { type Comparing, comparing } from './replayed.ts'

/** @throws Ending if the configuration is bad, or has several tables and none is named */
export const comparingWith = (config: string, table: string | null): Comparing => comparing(readTable(config, table))
