import type { Library } from "#cli/publish/media/library.ts";
import { uploadFilesOf } from "#cli/publish/media/upload-files.ts";
import { sectionNames } from "#lib/blocks/sections.ts";
import { certain } from "#lib/certain.ts";
import { listPostRevisions } from "#lib/routes/editor-history.ts";
import { lookUpPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { schedulePost, unpublishPost, unschedulePost } from "#lib/routes/editor-state.ts";
import { type Client, ServiceRefusal } from "./client.ts";
import type { LineProblem } from "./front-matter.ts";
import {
  editedMessage,
  type FoundPage,
  isDraftOfOthers,
  isRenaming,
  type Judgement,
  judgeGone,
  judgeOwned,
  judgeStored,
  lossesOf,
  sourceToSend,
  unlessOverwriting,
  updateOf,
} from "./judge.ts";
import type { OwnedPage } from "./owned-pages.ts";
import { creationOf, creationRoute, isAsPlanned, type PlannedPost, type StoredPost } from "./plan.ts";
import type { Planning } from "./planning.ts";
import { askingForReport, reported } from "./reported.ts";
import { type ReportedPost, settle } from "./settle.ts";
import { type StateOptions, type Steps, stepsTo, wantedState } from "./state.ts";
import type { TermNames } from "./terms.ts";

/** `skipped`: not tried; `conflict`: somebody else edited the post. */
export const outcomes = [
  "published",
  "updated",
  "renamed",
  "scheduled",
  "draft_saved",
  "unpublished",
  "unchanged",
  "conflict",
  "failed",
  "skipped",
] as const;
export type PostOutcome = (typeof outcomes)[number];

export interface Destination extends StateOptions {
  readonly client: Client;
  readonly parentId: number;
  readonly force: boolean;
  readonly library: Library;
  readonly planning: Planning;
  /** What a plan takes as there, though it is to be made. */
  readonly toBeMade: TermNames;
  /** With a kept plan: the latest revision of each file's page, null for a new one. */
  readonly pinned?: ReadonlyMap<string, number | null>;
}

export interface PostResult {
  readonly outcome: PostOutcome;
  /** The post as last seen. */
  readonly post?: FoundPage | undefined;
  /** True if the service has the file's content, at least as a draft. */
  readonly saved: boolean;
  /** Why it was not published. */
  readonly refusal?: ServiceRefusal;
  /** Why nothing was written. */
  readonly conflict?: string;
  /** What the service does not keep of what was saved. */
  readonly removed?: readonly LineProblem[];
  /** Who saved the revision that refused ours; absent if that is not known. */
  readonly changedBy?: string | undefined;
}

/** The latest revision of the post with this slug. */
export const findPost = async (
  { client, parentId }: Pick<Destination, "client" | "parentId">,
  slug: string,
): Promise<StoredPost | undefined> => {
  try {
    return await client(lookUpPost, { query: { parent: parentId, slug } });
  } catch (error) {
    if (hasCode(error, "not_found")) return undefined;
    throw error;
  }
};

/** How a file's page was found: in the list of a source, by its slug or id, or not yet. */
export type Finding =
  | { readonly owned: OwnedPage }
  | { readonly stored: StoredPost | undefined }
  /** The file is new to its folder. If its slug is taken nevertheless, the create is refused. */
  | undefined;

export const judge = async (
  planned: PlannedPost,
  finding: Finding,
  destination: Destination,
): Promise<Judgement> => {
  if (finding && "owned" in finding) return judgeOwned(planned, finding.owned, destination);
  return finding?.stored ? judgeStored(planned, finding.stored, destination) : { is: "new" };
};

/**
 * Creates or updates a post and brings it to its state, as far as that is still to do. Slugs and revision ids
 * make it safe to repeat a request, to run it again after a crash, and to run it beside others: no post is
 * doubled, and no unseen edit overwritten. Throws if the service cannot be reached.
 */
export const syncPost = async (
  planned: PlannedPost,
  finding: Promise<Finding>,
  destination: Destination,
  isSecond = false,
): Promise<PostResult> => {
  let judgement: Judgement | undefined;
  let saved: Saved | undefined;
  try {
    judgement = await judge(planned, await finding, destination);
    if (!isPlanned(planned, judgement, destination))
      return { outcome: "conflict", saved: false, conflict: notPlanned };
    const written = await save(destination.planning.current(planned), judgement, destination);
    if ("conflict" in written) return { outcome: "conflict", saved: false, ...written };
    saved = written;
    const losses = lossesOf(saved.planned, judgement, destination.library.idOf);
    const removed = saved.how === "unchanged" ? [] : [...losses, ...saved.lost];
    return { ...(await finished(planned, saved, destination)), removed };
  } catch (refusal) {
    if (!(refusal instanceof ServiceRefusal)) throw refusal;
    // Somebody may have taken a block from the site since its settings were read.
    if (!saved && !isSecond && isOfText(refusal) && (await destination.planning.changes(planned)))
      return syncPost(planned, finding, destination, true);
    const failed = { post: saved?.post, saved: saved !== undefined, refusal };
    if (refusal.code !== "revision_conflict") return { outcome: "failed", ...failed };
    const page = saved?.post ?? (judgement && "page" in judgement ? judgement.page : undefined);
    const changedBy = planned.source.origin && page && (await lastEditor(destination.client, page.id));
    return { outcome: "conflict", ...failed, changedBy };
  }
};

const isOfText = ({ problems }: ServiceRefusal): boolean =>
  problems.some(({ path }) => sectionNames.some((section) => path.startsWith(`${section}.`)));

const notPlanned = "This page has changed since the plan was checked; plan again.";

const isPlanned = ({ source }: PlannedPost, judgement: Judgement, { pinned }: Destination): boolean =>
  pinned === undefined ||
  pinned.get(source.file) === ("page" in judgement ? judgement.page.latest_revision_id : null);

const lastEditor = async (client: Client, id: number): Promise<string | undefined> => {
  const { results } = await client(listPostRevisions, { params: { id }, query: { pageSize: 1 } });
  return results[0]?.user ?? undefined;
};

interface Saved {
  readonly post: FoundPage;
  /** The plan by which it was saved. */
  readonly planned: PlannedPost;
  readonly how: "created" | "updated" | "renamed" | "withdrawn" | "unchanged";
  readonly end: Steps["end"];
  /** What the service did not keep, or what the token may not change of media. */
  readonly lost: readonly LineProblem[];
}

type Conflict = { readonly conflict: string; readonly post: FoundPage };

const save = async (
  planned: PlannedPost,
  judgement: Judgement,
  destination: Destination,
): Promise<Saved | Conflict> => {
  if (judgement.is === "conflict") return { conflict: judgement.message, post: judgement.page };
  const isChanged = judgement.is !== "same";
  // Files are uploaded before a schedule is withdrawn, because uploads may take long.
  const refused = isChanged ? await uploadFilesOf(planned, destination) : [];
  if (judgement.is === "new") return create(planned, refused, destination);
  const { withdraw, end } = stepsTo(wantedState(planned.source, destination), judgement.page, isChanged);
  if (withdraw) await destination.client(unschedulePost, { params: { id: judgement.page.id } });
  if (judgement.is === "changed") return update(planned, judgement, { end, refused }, destination);
  const isLeft = isDraftOfOthers(planned, judgement, end);
  const how = withdraw ? "withdrawn" : "unchanged";
  return { post: judgement.page, planned, how, end: isLeft ? "none" : end, lost: refused };
};

const create = async (
  planned: PlannedPost,
  refused: readonly LineProblem[],
  destination: Destination,
): Promise<Saved | Conflict> => {
  const { client, parentId, library } = destination;
  const { idOf } = library;
  let created: ReportedPost;
  try {
    const body = { ...creationOf(planned, parentId, idOf), ...sourceToSend(planned, idOf) };
    const query = askingForReport;
    created = await client(reported(creationRoute(planned)), { query, body });
  } catch (error) {
    if (!slugIsTaken(error) || destination.pinned) throw error;
    // Another writer was faster, or an earlier request of ours succeeded and its answer was lost.
    const found = await findPost(destination, planned.fields.slug);
    if (!found || isOfAnotherFile(planned, found)) throw error;
    const judgement = judgeStored(planned, found, destination);
    const isListed = planned.source.origin !== undefined;
    return save(planned, isListed ? unlessOverwriting(judgement, destination) : judgement, destination);
  }
  const { post, lost, ...settled } = await settle(planned, created, destination);
  const { end } = stepsTo(wantedState(planned.source, destination), post, true);
  return { ...settled, post, how: "created", end, lost: [...lost, ...refused] };
};

/** True for the page of another file of the same folder, which has this file's slug until it is renamed. */
export const isOfAnotherFile = ({ source }: PlannedPost, { source: kept }: StoredPost): boolean =>
  source.origin !== undefined && kept?.name === source.origin.name && kept.path !== source.origin.path;

const update = async (
  planned: PlannedPost,
  judgement: Extract<Judgement, { is: "changed" }>,
  { end, refused }: { readonly end: Steps["end"]; readonly refused: readonly LineProblem[] },
  destination: Destination,
): Promise<Saved> => {
  const { client, library } = destination;
  const { stored } = judgement;
  const params = { id: stored.id };
  const { base_revision_id, ...fields } = updateOf(planned, judgement, library.idOf);
  const how = isRenaming(planned, stored) ? "renamed" : "updated";
  // Only media changed, by a file without a source.
  if (Object.keys(fields).length === 0)
    return { post: judgement.page, planned, how: "updated", end, lost: refused };
  let updated: ReportedPost;
  try {
    const parts = { params, query: askingForReport, body: { ...fields, base_revision_id } };
    updated = await client(reported(updatePost), parts);
  } catch (error) {
    if (!hasCode(error, "revision_conflict")) throw error;
    const post = await client(readPost, { params });
    // This is somebody else's edit, unless it matches the file: then another run made it, or we did and lost
    // the answer.
    if (!isAsPlanned(post, planned, library.idOf)) throw error;
    return {
      ...{ post, planned, how: "unchanged", lost: refused },
      end: post.status === "live" ? "none" : end,
    };
  }
  const { lost, ...settled } = await settle(planned, updated, destination);
  return { ...settled, how, end, lost: [...lost, ...refused] };
};

/** The outcome by the last step on a post, and by how it was saved before. */
const outcomeOf = {
  publish: { updated: "updated", renamed: "renamed", other: "published" },
  schedule: { updated: "scheduled", renamed: "renamed", other: "scheduled" },
  unpublish: { updated: "unpublished", renamed: "renamed", other: "unpublished" },
  none: { updated: "draft_saved", renamed: "renamed", other: "draft_saved" },
} as const satisfies Record<Steps["end"], Partial<Record<Saved["how"] | "other", PostOutcome>>>;

const outcomeFor = (how: Saved["how"], end: Steps["end"]): PostOutcome => {
  if (end === "none" && how === "unchanged") return "unchanged";
  if (end === "none" && how === "withdrawn") return "unpublished";
  return outcomeOf[end][how === "updated" || how === "renamed" ? how : "other"];
};

const finished = async (
  planned: PlannedPost,
  { post, how, end }: Saved,
  { client, ...options }: Destination,
): Promise<PostResult> => {
  const outcome = outcomeFor(how, end);
  const parts = { params: { id: post.id }, ifMatch: post.latest_revision_id };
  if (end === "none") return { outcome, post, saved: true };
  try {
    if (end === "publish") return { outcome, post: await client(publishPost, parts), saved: true };
    if (end === "unpublish") return { outcome, post: await client(unpublishPost, parts), saved: true };
    const wanted = wantedState(planned.source, options);
    if (wanted.is !== "scheduled") throw new Error("Only what has a date is scheduled.");
    const scheduled = await client(schedulePost, { ...parts, body: { publish_at: wanted.at } });
    return { outcome, post: scheduled, saved: true };
  } catch (error) {
    if (!hasCode(error, "no_unpublished_draft") && !hasCode(error, "not_live")) throw error;
    // Another run has done it already, or we did and lost the answer.
    const post = await client(readPost, parts);
    return { outcome: how === "unchanged" ? "unchanged" : outcome, post, saved: true };
  }
};

/** Takes a page whose file is gone off the site. */
export const withdrawPage = async (
  page: OwnedPage,
  { client, force }: Pick<Destination, "client" | "force">,
): Promise<PostResult> => {
  const { id, live, status, slug, latest_revision_id, changed_by } = page;
  const post: FoundPage = {
    id,
    live,
    status,
    page_slug: slug,
    latest_revision_id: certain(latest_revision_id),
  };
  const action = judgeGone(page, force);
  if (action === "conflict")
    return { outcome: action, post, saved: false, conflict: editedMessage(changed_by) };
  try {
    if (status === "scheduled") await client(unschedulePost, { params: { id } });
    if (!live) return { outcome: "unpublished", post: { ...post, status: "draft" }, saved: true };
    const hidden = await client(unpublishPost, { params: { id }, ifMatch: post.latest_revision_id });
    return { outcome: "unpublished", post: hidden, saved: true };
  } catch (refusal) {
    if (!(refusal instanceof ServiceRefusal)) throw refusal;
    if (refusal.code === "not_live")
      return { outcome: "unchanged", post: { ...post, live: false }, saved: true };
    return {
      outcome: refusal.code === "revision_conflict" ? "conflict" : "failed",
      post,
      saved: false,
      refusal,
    };
  }
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ServiceRefusal && error.code === code;

export const slugIsTaken = (error: unknown): boolean =>
  error instanceof ServiceRefusal &&
  error.problems.some(({ path, code }) => path === "slug" && code === "duplicate");
