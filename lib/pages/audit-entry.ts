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
