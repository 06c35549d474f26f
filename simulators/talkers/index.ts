/** The twins of all devices that only talk, one for each driver. */
import { BARCODE_TWIN } from './barcode.ts'
import { BEE_TEK_TWIN } from './bee-tek.ts'
import type { Twin } from './twin.ts'

export const TWINS: readonly Twin[] = [BARCODE_TWIN, BEE_TEK_TWIN]
