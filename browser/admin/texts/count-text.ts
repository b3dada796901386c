/** A count as people write it. Small ones need no format, whose first use takes tens of milliseconds. */
export const countText = (count: number, language: string): string =>
  count < 1_000 ? String(count) : count.toLocaleString(language);
