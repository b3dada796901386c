import * as z from "zod/mini";
import type { RefusalCode } from "#lib/refusals/catalogue.ts";
import { instantField, uncheckedFields, wholeNumberField } from "./fields.ts";

const approval = { publish_at: instantField(), base_revision_id: z.optional(wholeNumberField()) };

/** When the latest revision is to be published (contract#schedule). */
export const approvalFields = z.object(approval);

/** An approval in a request. It is checked after the caller's permissions. */
export const newApproval = uncheckedFields(approval);

/** The revision that a restoration is based on (contract#revision-token). */
export const revisionToRestore = z.object({ base_revision_id: z.optional(wholeNumberField()) });

const permissionErrors = ["validation_error", "not_found", "permission_denied", "revision_conflict"] as const;

export const unpublishErrors = [
  ...permissionErrors,
  "not_live",
  "page_locked",
  "workflow_active",
  "busy",
] as const satisfies readonly RefusalCode[];

export const deletionErrors = [
  ...permissionErrors,
  "page_locked",
  "workflow_active",
  "busy",
] as const satisfies readonly RefusalCode[];

export const revertErrors = [
  ...permissionErrors,
  "page_locked",
  "busy",
] as const satisfies readonly RefusalCode[];

export const scheduleErrors = [
  ...permissionErrors,
  "no_revision",
  "no_unpublished_draft",
  "workflow_active",
  "page_locked",
  "busy",
] as const satisfies readonly RefusalCode[];

export const unscheduleErrors = [...permissionErrors, "busy"] as const satisfies readonly RefusalCode[];

export const lockErrors = [
  ...permissionErrors,
  "page_locked",
  "busy",
] as const satisfies readonly RefusalCode[];

export const workflowErrors = [
  ...permissionErrors,
  "workflow_state",
  "page_locked",
  "busy",
] as const satisfies readonly RefusalCode[];
