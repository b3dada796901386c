import type { AuditEntry, AuditKind, Revision } from "#lib/pages/revision.ts";
import { isNew, type Write } from "#lib/store/port/table-store.ts";
import { putItem, queryItems } from "./items.ts";
import { keys } from "./table.ts";

export const putAudit = (version: number, entries: readonly AuditEntry[]): Write[] =>
  entries.map((entry, index) => putItem(keys.audit(entry.pageId, version, index), entry, isNew));

const attributes = [
  ...(["sk", "pageId", "kind", "userId", "revisionId", "at"] as const),
  ...(["id", "authorId", "createdAt", "audit"] as const),
] as const;

/**
 * The history of a page, oldest first, with the entries that are in its revisions. One request per megabyte:
 * the contents of revisions are not transferred, but are paid for.
 */
export const readAudit = async (pageId: number): Promise<AuditEntry[]> => {
  const { pk } = keys.audit(pageId, 0, 0);
  const after = keys.live(pageId).sk;
  const items = await queryItems<"audit" | "revision", (typeof attributes)[number]>({
    pk,
    after,
    attributes,
  });
  return items
    .flatMap((item): { readonly order: string; readonly entry: AuditEntry }[] => {
      if ("at" in item) {
        const { sk: order, ...entry } = item;
        return [{ order, entry }];
      }
      const { audit } = item;
      return audit
        ? [{ order: keys.audit(pageId, audit.version, 0).sk, entry: entryOf(item, audit.kind) }]
        : [];
    })
    .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ entry }) => entry);
};

const entryOf = (
  { id, pageId, authorId, createdAt }: Pick<Revision, "id" | "pageId" | "authorId" | "createdAt">,
  kind: AuditKind,
): AuditEntry => ({
  pageId,
  kind,
  userId: authorId,
  // The entry of a creation names no revision.
  revisionId: kind === "wagtail.create" ? null : id,
  at: createdAt,
});
