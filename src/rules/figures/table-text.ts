/** Rows under their headings, the first columns (one, unless stated otherwise) aligned left, the others right. */
export function tableText(rows: readonly (readonly string[])[], toTheLeft = 1): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const cell = (text: string, column: number): string =>
    column < toTheLeft ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => `  ${row.map(cell).join('  ')}`.trimEnd()).join('\n')
}
