/** The count of one subject on one day. */
export interface Total {
  /**
   * Downloads of an audio, and those of them with an app; views of a page, programs that read a feed, and
   * readers that a service names. Days that were counted before apps were have none.
   */
  readonly kind: "download" | "app" | "view" | "feed" | "subscribers";
  /** The audio's id, or the path of the page or the feed. */
  readonly of: string;
  /** The name of the app, or of the service that reads for subscribers; empty for other kinds. */
  readonly by: string;
  readonly count: number;
}

export const totalKey = ({ kind, of, by }: Omit<Total, "count">): string => JSON.stringify([kind, of, by]);

/**
 * The totals of a day from those of its parts, such as the runs of a process, in any order. Services name the
 * same subscribers with each request, so of these the highest number counts.
 */
export const joinTotals = (parts: Iterable<Total>): readonly Total[] => {
  const joined = new Map<string, Total>();
  for (const total of parts) {
    const key = totalKey(total);
    const known = joined.get(key)?.count ?? 0;
    const count = total.kind === "subscribers" ? Math.max(known, total.count) : known + total.count;
    joined.set(key, { ...total, count });
  }
  return [...joined.values()];
};

const dayLength = "2026-11-23".length;

/** The day of an instant, in UTC. */
export const utcDayOf = (instant: string): string => instant.slice(0, dayLength);

export const dayEarlier = (day: string, days: number): string =>
  utcDayOf(new Date(Date.parse(day) - days * 86_400_000).toISOString());
