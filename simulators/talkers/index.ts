/** The twins of all devices that only talk, one for each driver. */
import { ANGEL_EYE_TWIN } from './angel-eye.ts'
import { BARCODE_TWIN } from './barcode.ts'
import { BEE_TEK_TWIN } from './bee-tek.ts'
import { DROPFRED_TWIN } from './dropfred.ts'
import { M5STACK_WIRED_TWIN } from './m5stack-wired.ts'
import type { Twin } from './twin.ts'

export const TWINS: readonly Twin[] = [BARCODE_TWIN, BEE_TEK_TWIN, ANGEL_EYE_TWIN, M5STACK_WIRED_TWIN, DROPFRED_TWIN]
