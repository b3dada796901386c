const dayLength = "2026-11-23".length;

/** The day of an instant, in UTC. */
export const utcDayOf = (instant: string): string => instant.slice(0, dayLength);

export const dayEarlier = (day: string, days: number): string =>
  utcDayOf(new Date(Date.parse(day) - days * 86_400_000).toISOString());
