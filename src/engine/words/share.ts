/** The form in which a share of the readings' weight is reported. */

const SHARE_STEP = 1000

/** In thousandths: 0 only if the share is nothing, and 1 only if it is everything. */
export const shareText = (share: number): number => {
  if (share <= 0 || share >= 1 - 1e-9) return share <= 0 ? 0 : 1
  return Math.min(SHARE_STEP - 1, Math.max(1, Math.round(share * SHARE_STEP))) / SHARE_STEP
}
