import type * as z from "zod/mini";
import { requireEpisode, requirePublishable } from "#lib/access/post-permits.ts";
import type { Principal } from "#lib/access/principal.ts";
import {
  permitApproval,
  permitRevert,
  type StateClaim,
  type StatePermit,
} from "#lib/access/state-permits.ts";
import { revisionFromIfMatch } from "#lib/http/if-match.ts";
import { readFields } from "#lib/http/parse-body-fields.ts";
import type { Request } from "#lib/http/request.ts";
import { reportUnknown, type WriteReport } from "#lib/http/write-report.ts";
import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import type { editorEpisode, editorPostOrEpisode } from "#lib/routes/editor-episode-shapes.ts";
import { approvalFields } from "#lib/routes/editor-state-shapes.ts";
import { globalEditLock } from "#lib/settings/access.ts";
import { editorEpisodeView, editorPostOrEpisodeView } from "./editor-episode.ts";
import type { PostWithLatest } from "./editor-post.ts";
import { baseRevision, namedRevision } from "./parse-post-fields.ts";
import { postEditor } from "./post-editor.ts";

interface StateCall {
  readonly principal: Principal;
  readonly request: Pick<Request, "headers">;
}

type Current = Parameters<StatePermit>[0];

/** What an action needs to know of the caller: who it is, and what they are refused. */
interface OrderedChange {
  readonly userId: number;
  readonly permit: (current: Current) => void;
}

/** A change of a post's or episode's state, refused as `permit` says. Refuses `If-Match/invalid`. */
export const postChange = (call: StateCall, permit: StatePermit): OrderedChange => {
  const claim = claimOf(call, revisionFromIfMatch(call.request.headers["if-match"]));
  return { userId: call.principal.user.id, permit: (current) => permit(current, claim) };
};

/** The same at the endpoints of episodes (contract#episode-endpoints). */
export const episodeChange = (call: StateCall, permit: StatePermit): OrderedChange =>
  postChange(call, (current, claim) => permit(requireEpisode(current), claim));

interface ApprovalCall extends StateCall {
  readonly body: Readonly<Record<string, unknown>>;
  readonly report?: WriteReport | undefined;
}

interface OrderedApproval extends OrderedChange {
  readonly publishAt: string;
  readonly permitApproval: (current: Current, requireAudio: () => void) => void;
}

/** An approval of a post's or episode's latest revision, refused in the order of contract#schedule. */
export const postApproval = (call: ApprovalCall, now: string): OrderedApproval => {
  const { principal, request, body } = call;
  const { fields, problems } = readFields(approvalFields, body);
  reportUnknown(call.report, body, fields);
  const publishAt = fields?.publish_at ?? "";
  const expected = () =>
    namedRevision(fields?.base_revision_id, revisionFromIfMatch(request.headers["if-match"]));
  return {
    userId: principal.user.id,
    publishAt,
    permit: (current) => {
      requirePublishable(current, principal);
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

/** The same at the endpoints of episodes. */
export const episodeApproval = (call: ApprovalCall, now: string): OrderedApproval => {
  const approval = postApproval(call, now);
  return { ...approval, permit: (current) => approval.permit(requireEpisode(current)) };
};

interface RevertCall extends StateCall {
  readonly body: { readonly base_revision_id?: string | undefined };
}

interface OrderedRevert {
  readonly userId: number;
  readonly permit: (current: Current, hasRevision: boolean) => void;
}

/** A restoration of a revision of a post or episode, refused in the order of contract#restore-revision. */
export const postRevert = (call: RevertCall): OrderedRevert => {
  const { principal, request, body } = call;
  const expected = baseRevision(body.base_revision_id, revisionFromIfMatch(request.headers["if-match"]));
  const claim = { ...claimOf(call, expected), expected };
  return {
    userId: principal.user.id,
    permit: (current, hasRevision) => permitRevert(current, claim, hasRevision),
  };
};

/** The same at the endpoints of episodes. */
export const episodeRevert = (call: RevertCall): OrderedRevert => {
  const revert = postRevert(call);
  return {
    ...revert,
    permit: (current, hasRevision) => revert.permit(requireEpisode(current), hasRevision),
  };
};

const claimOf = ({ principal }: StateCall, expected: string | undefined): StateClaim => ({
  principal,
  expected,
  globalEditLock: globalEditLock(),
});

/** The post or episode as its editors see it. */
export const shownPost = async (
  { principal }: StateCall,
  post: PostWithLatest,
): Promise<z.input<typeof editorPostOrEpisode>> =>
  editorPostOrEpisodeView(post, await postEditor(principal).viewContextOf(post));

export const shownEpisode = async (
  { principal }: StateCall,
  episode: PostWithLatest,
): Promise<z.input<typeof editorEpisode>> =>
  editorEpisodeView(episode, await postEditor(principal).viewContextOf(episode));
