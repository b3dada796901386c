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

interface StateCall<Reads> {
  readonly principal: Principal;
  readonly request: Pick<Request, "headers">;
  readonly reads: Reads;
}

type Current = Parameters<StatePermit>[0];

/** What an action needs to know of the caller: who it is, and what they are refused. */
interface OrderedChange<Reads> {
  readonly userId: number;
  readonly permit: (current: Current) => void;
  readonly reads: Reads;
}

/** A change of a post's or episode's state, refused as `permit` says. Refuses `If-Match/invalid`. */
export const postChange = <Reads>(call: StateCall<Reads>, permit: StatePermit): OrderedChange<Reads> => {
  const claim = claimOf(call, revisionFromIfMatch(call.request.headers["if-match"]));
  const { principal, reads } = call;
  return { userId: principal.user.id, permit: (current) => permit(current, claim), reads };
};

/** The same at the endpoints of episodes (contract#episode-endpoints). */
export const episodeChange = <Reads>(call: StateCall<Reads>, permit: StatePermit): OrderedChange<Reads> =>
  postChange(call, (current, claim) => permit(requireEpisode(current), claim));

interface ApprovalCall<Reads> extends StateCall<Reads> {
  readonly body: Readonly<Record<string, unknown>>;
  readonly report?: WriteReport | undefined;
}

interface OrderedApproval<Reads> extends OrderedChange<Reads> {
  readonly publishAt: string;
  readonly permitApproval: (current: Current, requireAudio: () => void) => void;
}

/** An approval of a post's or episode's latest revision, refused in the order of contract#schedule. */
export const postApproval = <Reads>(call: ApprovalCall<Reads>, now: string): OrderedApproval<Reads> => {
  const { principal, request, body, reads } = call;
  const { fields, problems } = readFields(approvalFields, body);
  reportUnknown(call.report, body, fields);
  const publishAt = fields?.publish_at ?? "";
  const expected = () =>
    namedRevision(fields?.base_revision_id, revisionFromIfMatch(request.headers["if-match"]));
  return {
    userId: principal.user.id,
    publishAt,
    reads,
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
export const episodeApproval = <Reads>(call: ApprovalCall<Reads>, now: string): OrderedApproval<Reads> => {
  const approval = postApproval(call, now);
  return { ...approval, permit: (current) => approval.permit(requireEpisode(current)) };
};

interface RevertCall<Reads> extends StateCall<Reads> {
  readonly body: { readonly base_revision_id?: string | undefined };
}

interface OrderedRevert<Reads> {
  readonly userId: number;
  readonly permit: (current: Current, hasRevision: boolean) => void;
  readonly reads: Reads;
}

/** A restoration of a revision of a post or episode, refused in the order of contract#restore-revision. */
export const postRevert = <Reads>(call: RevertCall<Reads>): OrderedRevert<Reads> => {
  const { principal, request, body, reads } = call;
  const expected = baseRevision(body.base_revision_id, revisionFromIfMatch(request.headers["if-match"]));
  const claim = { ...claimOf(call, expected), expected };
  return {
    userId: principal.user.id,
    reads,
    permit: (current, hasRevision) => permitRevert(current, claim, hasRevision),
  };
};

/** The same at the endpoints of episodes. */
export const episodeRevert = <Reads>(call: RevertCall<Reads>): OrderedRevert<Reads> => {
  const revert = postRevert(call);
  return {
    ...revert,
    permit: (current, hasRevision) => revert.permit(requireEpisode(current), hasRevision),
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

/** The post or episode as its editors see it. */
export const shownPost = async (
  { principal }: Pick<StateCall<unknown>, "principal">,
  post: PostWithLatest,
): Promise<z.input<typeof editorPostOrEpisode>> =>
  editorPostOrEpisodeView(post, await postEditor(principal).viewContextOf(post));

export const shownEpisode = async (
  { principal }: Pick<StateCall<unknown>, "principal">,
  episode: PostWithLatest,
): Promise<z.input<typeof editorEpisode>> =>
  editorEpisodeView(episode, await postEditor(principal).viewContextOf(episode));
