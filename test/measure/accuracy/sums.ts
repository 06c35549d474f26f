/** Adds the counts of several plays: numbers are added, lists joined, field by field. Both have the same fields. */
export const summed = <Counts extends { readonly [name in keyof Counts]: number | readonly unknown[] }>(
  one: Counts,
  other: Counts,
): Counts =>
  Object.fromEntries(
    Object.entries<number | readonly unknown[]>(one).map(([name, value]) => {
      const more = other[name as keyof Counts] as typeof value
      return [name, typeof value === 'number' ? value + (more as number) : [...value, ...(more as readonly unknown[])]]
    }),
  ) as Counts
