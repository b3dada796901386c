import { type RequireKind, requirePublishable } from "#lib/access/post-permits.ts";
import type { Principal } from "#lib/access/principal.ts";
import {
  permitApproval,
  permitRevert,
  permitWorkflowStep,
  type StateClaim,
  type StatePermit,
  type WorkflowStep,
} from "#lib/access/state-permits.ts";
import type { editReads } from "#lib/actions/pages/page-reads.ts";
import { takeWorkflowStep } from "#lib/actions/pages/workflow.ts";
import { readFields } from "#lib/http/body.ts";
import type { TellIgnored } from "#lib/http/ignored-fields.ts";
import { type Request, revisionFromIfMatch } from "#lib/http/request.ts";
import { tellUnknown } from "#lib/http/trial.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import { approvalFields } from "#lib/routes/editor-state.ts";
import { globalEditLock } from "#lib/settings/access.ts";
import { type EditedKind, type EditorCall, shownToEditors } from "./edited-kind.ts";
import { baseRevision, namedRevision } from "./parse-post-fields.ts";

interface StateCall<Reads> {
  readonly principal: Principal;
  readonly request: Pick<Request, "headers">;
  readonly reads: Reads;
}

type Current = Parameters<StatePermit>[0];

/** What an action needs to know of the caller: who they are, and what they are refused. */
interface OrderedChange<Reads> {
  readonly userId: number;
  readonly permit: (current: Current) => void;
  readonly reads: Reads;
}

/** Changes the state of a post or episode, if `permit` allows it. Refuses `If-Match/invalid`. */
export const stateChange = <Reads>(
  require: RequireKind,
  call: StateCall<Reads>,
  permit: StatePermit,
): OrderedChange<Reads> => {
  const claim = claimOf(call, revisionFromIfMatch(call.request.headers["if-match"]));
  const { principal, reads } = call;
  return { userId: principal.user.id, permit: (current) => permit(require(current), claim), reads };
};

interface ApprovalCall<Reads> extends StateCall<Reads> {
  readonly body: Readonly<Record<string, unknown>>;
  readonly ignored?: TellIgnored;
}

interface OrderedApproval<Reads> extends OrderedChange<Reads> {
  readonly publishAt: string;
  readonly permitApproval: (current: Current, requireAudio: () => void) => void;
}

/** Approves the latest revision of a post or episode. Refuses in the order of contract#schedule. */
export const approval = <Reads>(
  require: RequireKind,
  call: ApprovalCall<Reads>,
  now: string,
): OrderedApproval<Reads> => {
  const { principal, request, body, reads } = call;
  const { fields, problems } = readFields(approvalFields, body);
  tellUnknown(call.ignored, body, fields);
  const publishAt = fields?.publish_at ?? "";
  const expected = () =>
    namedRevision(fields?.base_revision_id, revisionFromIfMatch(request.headers["if-match"]));
  return {
    userId: principal.user.id,
    publishAt,
    reads,
    permit: (current) => {
      requirePublishable(require(current), principal);
      refuseProblems(problems);
      if (publishAt <= now) refuseProblems([inThePast]);
      expected();
    },
    permitApproval: (current, requireAudio) =>
      permitApproval(current, claimOf(call, expected()), requireAudio),
  };
};

const inThePast = {
  path: "publish_at",
  code: "min_value",
  message: "The time is not in the future; publish the page instead.",
} as const;

interface RevertCall<Reads> extends StateCall<Reads> {
  readonly body: { readonly base_revision_id?: string | undefined };
}

interface OrderedRevert<Reads> {
  readonly userId: number;
  readonly permit: (current: Current, hasRevision: boolean) => void;
  readonly reads: Reads;
}

/** Restores a revision of a post or episode. Refuses in the order of contract#restore-revision. */
export const revert = <Reads>(require: RequireKind, call: RevertCall<Reads>): OrderedRevert<Reads> => {
  const { principal, request, body, reads } = call;
  const expected = baseRevision(body.base_revision_id, revisionFromIfMatch(request.headers["if-match"]));
  const claim = { ...claimOf(call, expected), expected };
  return {
    userId: principal.user.id,
    reads,
    permit: (current, hasRevision) => permitRevert(require(current), claim, hasRevision),
  };
};

const claimOf = (
  { principal }: Pick<StateCall<unknown>, "principal">,
  expected: string | undefined,
): StateClaim => ({
  principal,
  expected,
  globalEditLock: globalEditLock(),
});

/** Takes a step of the workflow of a post or episode (contract#workflow-steps). */
export const takeStep = async <View>(
  kind: EditedKind<View>,
  step: WorkflowStep,
  call: EditorCall<ReturnType<typeof editReads>>,
): Promise<View> => {
  const { workflows } = call.principal.site;
  const change = { ...stateChange(kind.require, call, permitWorkflowStep(step)), step, workflows } as const;
  return shownToEditors(kind, call, await takeWorkflowStep(call.params.id, change));
};
