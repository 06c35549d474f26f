/** The twins of all devices of other makers, one for each driver: shoes, readers of chips, and readers of badges. */
import { ANGEL_EYE_TWIN } from './angel-eye.ts'
import type { BadgeTwin } from './badge-twin.ts'
import { BARCODE_TWIN } from './barcode.ts'
import { BEE_TEK_TWIN } from './bee-tek.ts'
import type { ChipTwin } from './chip-twin.ts'
import { DROPFRED_TWIN } from './dropfred.ts'
import { FEIG_TWIN } from './feig.ts'
import { M5STACK_WIRED_TWIN } from './m5stack-wired.ts'
import { RDM6300_TWIN } from './rdm6300.ts'
import { RR3036_TWIN } from './rr3036.ts'
import { THINGMAGIC_TWIN } from './thingmagic.ts'
import type { Twin } from './twin.ts'
import { TWN4_TWIN } from './twn4.ts'

export const TWINS: readonly Twin[] = [BARCODE_TWIN, BEE_TEK_TWIN, ANGEL_EYE_TWIN, M5STACK_WIRED_TWIN, DROPFRED_TWIN]

export const CHIP_TWINS: readonly ChipTwin[] = [FEIG_TWIN, RR3036_TWIN, THINGMAGIC_TWIN, TWN4_TWIN]

export const BADGE_TWINS: readonly BadgeTwin[] = [RDM6300_TWIN]
