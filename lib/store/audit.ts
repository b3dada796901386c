import { tableName } from "#lib/settings/database.ts";
import { type Item, queryItems } from "./client.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

/** What an audit entry says happened (contract#audit-log). */
export type AuditKind =
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
    Put: {
      TableName: tableName(),
      Item: { ...keys.audit(entry.pageId, version, index), ...entry },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  }));

/** The history of a page, oldest first. */
export const readAudit = async (pageId: number): Promise<AuditEntry[]> =>
  (await queryItems({ pk: keys.page(pageId).pk, prefix: "LOG#" })).map(
    ({ pk, sk, ...entry }: Item) => entry as unknown as AuditEntry,
  );
