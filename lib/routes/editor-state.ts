import * as z from "zod/mini";
import { takenCopyQuery } from "#lib/queries/working-copy-query.ts";
import type { RefusalCode } from "#lib/refusals/catalogue.ts";
import {
  editorEpisode,
  editorWritten,
  revisionHeader,
  savedEpisode,
  savedWritten,
} from "./editor-post-shapes.ts";
import { instantField, uncheckedFields, wholeNumberField } from "./fields.ts";
import { route } from "./route.ts";
import {
  approvalScope,
  deletionScope,
  lockScope,
  unlockScope,
  unschedulingScope,
  withdrawalScope,
  workflowScope,
} from "./verb-rights.ts";

const approval = { publish_at: instantField(), base_revision_id: z.optional(wholeNumberField()) };

/** When the latest revision is to be published (contract#schedule). */
export const approvalFields = z.object(approval);

/** An approval in a request. It is checked after the caller's permissions. */
const newApproval = uncheckedFields(approval);

/** The revision that a restoration is based on (contract#revision-token). */
const revisionToRestore = z.object({ base_revision_id: z.optional(wholeNumberField()) });

const permissionErrors = ["validation_error", "not_found", "permission_denied", "revision_conflict"] as const;

const unpublishErrors = [
  ...permissionErrors,
  "not_live",
  "page_locked",
  "workflow_active",
  "busy",
] as const satisfies readonly RefusalCode[];

const deletionErrors = [
  ...permissionErrors,
  "page_locked",
  "workflow_active",
  "busy",
] as const satisfies readonly RefusalCode[];

const revertErrors = [...permissionErrors, "page_locked", "busy"] as const satisfies readonly RefusalCode[];

const scheduleErrors = [
  ...permissionErrors,
  "no_revision",
  "no_unpublished_draft",
  "workflow_active",
  "page_locked",
  "busy",
] as const satisfies readonly RefusalCode[];

const unscheduleErrors = [...permissionErrors, "busy"] as const satisfies readonly RefusalCode[];

const lockErrors = [...permissionErrors, "page_locked", "busy"] as const satisfies readonly RefusalCode[];

const workflowErrors = [
  ...permissionErrors,
  "workflow_state",
  "page_locked",
  "busy",
] as const satisfies readonly RefusalCode[];

const common = {
  auth: "editor",
  envelope: "editor",
  params: ["id"],
  headers: revisionHeader,
  takesKeys: true,
  uses: ["table:write"],
} as const;
const onPost = { ...common, answer: editorWritten } as const;
const onEpisode = { ...common, answer: editorEpisode } as const;
const onePost = "/api/editor/posts/{id}/";
const oneEpisode = "/api/editor/episodes/{id}/";

const unpublishing = {
  method: "POST",
  scope: withdrawalScope,
  permission: "edit and publish",
  errors: unpublishErrors,
  takesDryRun: true,
} as const;
const scheduling = {
  method: "PUT",
  alsoAtPath: ["DELETE"],
  scope: approvalScope,
  permission: "edit and publish",
  body: newApproval,
  errors: scheduleErrors,
  takesDryRun: true,
} as const;
const unscheduling = {
  method: "DELETE",
  alsoAtPath: ["PUT"],
  scope: unschedulingScope,
  permission: "edit and publish",
  errors: unscheduleErrors,
  takesDryRun: true,
} as const;
const locking = {
  method: "PUT",
  alsoAtPath: ["DELETE"],
  scope: lockScope,
  permission: "edit and lock",
  errors: lockErrors,
} as const;
const unlocking = {
  method: "DELETE",
  alsoAtPath: ["PUT"],
  scope: unlockScope,
  permission: "edit, and unlock for the locks of others",
  errors: unscheduleErrors,
} as const;
const workflowStep = {
  method: "POST",
  scope: workflowScope,
  permission: "edit",
  errors: workflowErrors,
} as const;
const review = {
  method: "POST",
  scope: workflowScope,
  permission: "edit, as a reviewer",
  errors: workflowErrors,
} as const;
const cancelling = {
  method: "POST",
  scope: workflowScope,
  permission: "edit, as a reviewer, or as who started the workflow or owns the page",
  errors: workflowErrors,
} as const;

const deleting = {
  method: "POST",
  scope: deletionScope,
  permission: "edit, and publish where it is live",
  status: 204,
  answer: null,
  errors: deletionErrors,
  takesDryRun: true,
} as const;
const reverting = {
  method: "POST",
  scope: "write",
  permission: "edit",
  params: ["id", "revision"],
  body: revisionToRestore,
  query: takenCopyQuery,
  errors: revertErrors,
  takesDryRun: true,
} as const;

export const unpublishPost = /* @__PURE__ */ route(() => ({
  ...onPost,
  ...unpublishing,
  id: "editor/posts/unpublish",
  path: `${onePost}unpublish/`,
  summary: "unpublish a post",
}));

export const deletePost = /* @__PURE__ */ route(() => ({
  ...onPost,
  ...deleting,
  id: "editor/posts/delete",
  path: `${onePost}delete/`,
  summary: "move a post to the bin",
}));

export const restorePostRevision = /* @__PURE__ */ route(() => ({
  ...onPost,
  ...reverting,
  id: "editor/posts/restore-revision",
  answer: savedWritten,
  path: `${onePost}revisions/{revision}/restore/`,
  summary: "bring back a revision of a post",
}));

export const schedulePost = /* @__PURE__ */ route(() => ({
  ...onPost,
  ...scheduling,
  id: "editor/posts/schedule",
  path: `${onePost}schedule/`,
  summary: "approve the latest revision of a post for a time",
}));

export const unschedulePost = /* @__PURE__ */ route(() => ({
  ...onPost,
  ...unscheduling,
  id: "editor/posts/unschedule",
  path: `${onePost}schedule/`,
  summary: "withdraw the approval of a post",
}));

export const lockPost = /* @__PURE__ */ route(() => ({
  ...onPost,
  ...locking,
  id: "editor/posts/lock",
  path: `${onePost}lock/`,
  summary: "lock a post for everybody but oneself",
}));

export const unlockPost = /* @__PURE__ */ route(() => ({
  ...onPost,
  ...unlocking,
  id: "editor/posts/unlock",
  path: `${onePost}lock/`,
  summary: "remove the edit lock of a post",
}));

export const startWorkflowOfPost = /* @__PURE__ */ route(() => ({
  ...onPost,
  ...workflowStep,
  id: "editor/posts/start-workflow",
  path: `${onePost}workflow/start/`,
  summary: "start or resume the workflow of a post",
}));

export const approvePost = /* @__PURE__ */ route(() => ({
  ...onPost,
  ...review,
  id: "editor/posts/approve",
  path: `${onePost}workflow/approve/`,
  summary: "approve the current task of the workflow",
}));

export const requestChangesOfPost = /* @__PURE__ */ route(() => ({
  ...onPost,
  ...review,
  id: "editor/posts/request-changes",
  path: `${onePost}workflow/request_changes/`,
  summary: "hand a post back to its authors",
}));

export const cancelWorkflowOfPost = /* @__PURE__ */ route(() => ({
  ...onPost,
  ...cancelling,
  id: "editor/posts/cancel-workflow",
  path: `${onePost}workflow/cancel/`,
  summary: "end the workflow of a post",
}));

export const unpublishEpisode = /* @__PURE__ */ route(() => ({
  ...onEpisode,
  ...unpublishing,
  id: "editor/episodes/unpublish",
  path: `${oneEpisode}unpublish/`,
  summary: "unpublish an episode",
}));

export const deleteEpisode = /* @__PURE__ */ route(() => ({
  ...onEpisode,
  ...deleting,
  id: "editor/episodes/delete",
  path: `${oneEpisode}delete/`,
  summary: "move an episode to the bin",
}));

export const restoreEpisodeRevision = /* @__PURE__ */ route(() => ({
  ...onEpisode,
  ...reverting,
  id: "editor/episodes/restore-revision",
  answer: savedEpisode,
  path: `${oneEpisode}revisions/{revision}/restore/`,
  summary: "bring back a revision of an episode",
}));

export const scheduleEpisode = /* @__PURE__ */ route(() => ({
  ...onEpisode,
  ...scheduling,
  id: "editor/episodes/schedule",
  path: `${oneEpisode}schedule/`,
  summary: "approve the latest revision of an episode for a time",
}));

export const unscheduleEpisode = /* @__PURE__ */ route(() => ({
  ...onEpisode,
  ...unscheduling,
  id: "editor/episodes/unschedule",
  path: `${oneEpisode}schedule/`,
  summary: "withdraw the approval of an episode",
}));

export const lockEpisode = /* @__PURE__ */ route(() => ({
  ...onEpisode,
  ...locking,
  id: "editor/episodes/lock",
  path: `${oneEpisode}lock/`,
  summary: "lock an episode for everybody but oneself",
}));

export const unlockEpisode = /* @__PURE__ */ route(() => ({
  ...onEpisode,
  ...unlocking,
  id: "editor/episodes/unlock",
  path: `${oneEpisode}lock/`,
  summary: "remove the edit lock of an episode",
}));

export const startWorkflowOfEpisode = /* @__PURE__ */ route(() => ({
  ...onEpisode,
  ...workflowStep,
  id: "editor/episodes/start-workflow",
  path: `${oneEpisode}workflow/start/`,
  summary: "start or resume the workflow of an episode",
}));

export const approveEpisode = /* @__PURE__ */ route(() => ({
  ...onEpisode,
  ...review,
  id: "editor/episodes/approve",
  path: `${oneEpisode}workflow/approve/`,
  summary: "approve the current task of the workflow",
}));

export const requestChangesOfEpisode = /* @__PURE__ */ route(() => ({
  ...onEpisode,
  ...review,
  id: "editor/episodes/request-changes",
  path: `${oneEpisode}workflow/request_changes/`,
  summary: "hand an episode back to its authors",
}));

export const cancelWorkflowOfEpisode = /* @__PURE__ */ route(() => ({
  ...onEpisode,
  ...cancelling,
  id: "editor/episodes/cancel-workflow",
  path: `${oneEpisode}workflow/cancel/`,
  summary: "end the workflow of an episode",
}));
