/** The twins of all devices that only talk, one for each driver. */
import { BARCODE_TWIN } from './barcode.ts'
import type { Twin } from './twin.ts'

export const TWINS: readonly Twin[] = [BARCODE_TWIN]
