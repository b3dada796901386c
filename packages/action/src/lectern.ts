/**
 * What the Action uses of the rest of Lectern: planning and publishing a folder, as the command does it, its
 * reports, and requests to the service.
 */
export { asArguments } from "../../../cli/arguments.ts";
export { addressOf } from "../../../cli/publish/address.ts";
export { ServiceRefusal } from "../../../cli/publish/client.ts";
export { checkedAddress } from "../../../cli/publish/connection.ts";
export { exchangeIdToken } from "../../../cli/publish/exchange-id-token.ts";
export type { LineProblem } from "../../../cli/publish/front-matter.ts";
export { withKeysOnce } from "../../../cli/publish/keys-once.ts";
export { planned } from "../../../cli/publish/make-plan.ts";
export { escapedForRunner, noteOn } from "../../../cli/publish/notes.ts";
export { parsePublishOptions } from "../../../cli/publish/options.ts";
export { isEpisode, type PlannedPost } from "../../../cli/publish/plan.ts";
export type { PlanEntry } from "../../../cli/publish/plan-entry.ts";
export { countsOf, planLines, shown, textDifference } from "../../../cli/publish/plan-report.ts";
export { type Finding, syncPost } from "../../../cli/publish/post.ts";
export { type Prepared, prepare, type Refused } from "../../../cli/publish/prepare.ts";
export { progressOn, type Terminal } from "../../../cli/publish/progress.ts";
export { type FileResult, inWords } from "../../../cli/publish/report.ts";
export { errorsOf } from "../../../cli/publish/run.ts";
export { type Future, futures } from "../../../cli/publish/state.ts";
export { publish } from "../../../cli/publish.ts";
export { inUnits } from "../../../cli/upload/meter.ts";
export { createEpisodePreviewLink, createPostPreviewLink } from "../../../lib/routes/editor-preview-links.ts";
export { PlainError } from "../../../local/plain-error.ts";
export { Refusal, Unreachable } from "../../client/src/refusal.ts";
export { send } from "../../client/src/send.ts";
