/** Name and version as `describe` and the journal carry them; the version is the package's. */
export const SOFTWARE = 'blackjack-table-controller 1.0.0'
