/** What the log of a page says of one step. */
export interface LogEntry {
  readonly at: string;
  readonly kind: string;
  readonly revision_id: number | null;
}

/** A time during which readers saw a revision; `until` is null while they still do. */
export interface PublicTime {
  readonly from: string;
  readonly until: string | null;
}

const publications = ["wagtail.publish", "wagtail.publish.scheduled"];
const withdrawals = ["wagtail.unpublish", "wagtail.delete"];

/** When each revision was public, by its id, the latest time first. The log has its newest entry first. */
export const publicTimes = (log: readonly LogEntry[]): ReadonlyMap<number, readonly PublicTime[]> => {
  const times = new Map<number, PublicTime[]>();
  let until: string | null = null;
  for (const { at, kind, revision_id } of log) {
    if (publications.includes(kind)) {
      if (revision_id !== null)
        times.set(revision_id, [...(times.get(revision_id) ?? []), { from: at, until }]);
      until = at;
    } else if (withdrawals.includes(kind)) until = at;
  }
  return times;
};
