import type { Revision } from "#lib/pages/revision.ts";
import { isNew } from "#lib/store/port/condition.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { type Item, queryItems } from "./client.ts";
import { keys } from "./table.ts";

/** What an audit entry says happened (contract#audit-log). */
export type AuditKind =
  | "lectern.erase"
  | "lectern.restore"
  | "wagtail.create"
  | "wagtail.delete"
  | "wagtail.edit"
  | "wagtail.revert"
  | "wagtail.rename"
  | "wagtail.publish"
  | "wagtail.publish.schedule"
  | "wagtail.publish.scheduled"
  | "wagtail.schedule.cancel"
  | "wagtail.unpublish"
  | "wagtail.lock"
  | "wagtail.unlock"
  | "wagtail.workflow.start"
  | "wagtail.workflow.resume"
  | "wagtail.workflow.approve"
  | "wagtail.workflow.reject"
  | "wagtail.workflow.cancel";

/** An entry of a page's history. `userId` is null for schedules, manifests and commands. */
export interface AuditEntry {
  readonly pageId: number;
  readonly kind: AuditKind;
  readonly userId: number | null;
  readonly revisionId: number | null;
  readonly at: string;
}

export const putAudit = (version: number, entries: readonly AuditEntry[]): Write[] =>
  entries.map((entry, index) => ({
    put: { ...keys.audit(entry.pageId, version, index), ...entry },
    if: isNew,
  }));

const readAttributes = [
  ...["sk", "pageId", "kind", "userId", "revisionId", "at"],
  ...["id", "authorId", "createdAt", "audit"],
];

/**
 * The history of a page, oldest first, with the entries that are in its revisions. One request per megabyte:
 * the contents of revisions are not transferred, but are paid for.
 */
export const readAudit = async (pageId: number): Promise<AuditEntry[]> => {
  const { pk, sk } = keys.live(pageId);
  const items = await queryItems({ pk, after: sk, attributes: readAttributes });
  return items
    .flatMap((item): { readonly order: string; readonly entry: AuditEntry }[] => {
      const { sk: key, ...entry } = item as Item & { readonly sk: string };
      if (key.startsWith("LOG#")) return [{ order: key, entry: entry as unknown as AuditEntry }];
      const audit = item.audit as Revision["audit"];
      if (!audit) return [];
      return [
        { order: keys.audit(pageId, audit.version, 0).sk, entry: entryOf(item, audit.kind as AuditKind) },
      ];
    })
    .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ entry }) => entry);
};

const entryOf = ({ id, pageId, authorId, createdAt }: Item, kind: AuditKind): AuditEntry => ({
  pageId: pageId as number,
  kind,
  userId: authorId as number | null,
  // A creation names none.
  revisionId: kind === "wagtail.create" ? null : (id as number),
  at: createdAt as string,
});
