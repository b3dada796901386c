import { readPost } from "#lib/routes/editor-posts.ts";
import type { Client } from "./client.ts";
import { digestOfFile, readDigest, saysWhatWasSent, writeDigest } from "./digest.ts";
import type { LineProblem } from "./front-matter.ts";
import type { OwnedPage } from "./owned-pages.ts";
import { type Changes, changesTo, type PlannedPost, type StoredPost } from "./plan.ts";
import type { Standing, Steps } from "./state.ts";

/** What of a page is needed to say what has become of it, and to bring it to another state. */
export type FoundPage = Standing & Pick<StoredPost, "id" | "page_slug" | "latest_revision_id">;

/** How a file and its page differ. */
export type Judgement =
  | { readonly is: "new" }
  /** `isOthers`: the latest revision is not one that the source has saved. */
  | { readonly is: "same"; readonly page: FoundPage; readonly isOthers: boolean }
  | {
      readonly is: "changed";
      readonly page: FoundPage;
      readonly stored: StoredPost;
      readonly changes: Changes;
    }
  | { readonly is: "conflict"; readonly page: FoundPage; readonly message: string };

export interface JudgeOptions {
  readonly client: Client;
  /** Overwrite what others have saved. */
  readonly force: boolean;
}

/** For a page in the list of those that the source keeps. One that is as the source left it is not read. */
export const judgeOwned = async (
  planned: PlannedPost,
  owned: OwnedPage,
  options: JudgeOptions,
): Promise<Judgement> => {
  const { id, source, live, status, scheduled_for, changed_by } = owned;
  const sent = readDigest(source.digest);
  const isOthers = !isAsSaved(owned);
  const { origin } = planned.source;
  const isInPlace = !origin || (source.name === origin.name && source.path === origin.path);
  if (sent && !isOthers && isInPlace && owned.slug === planned.fields.slug) {
    const { slug, latest_revision_id } = owned;
    const page = {
      id,
      live,
      status,
      scheduled_for,
      page_slug: slug,
      latest_revision_id: latest_revision_id!,
    };
    const isSame = writeDigest({ ...digestOfFile(planned), base: sent.base }) === source.digest;
    if (isSame) return { is: "same", page, isOthers };
  }
  const stored = await options.client(readPost, { params: { id } });
  return judgeStored(planned, { ...stored, scheduled_for }, { ...options, changedBy: changed_by });
};

/** For a page that was read. */
export const judgeStored = (
  planned: PlannedPost,
  stored: StoredPost & Standing,
  { force, changedBy }: { readonly force: boolean; readonly changedBy?: string | null },
): Exclude<Judgement, { readonly is: "new" }> => {
  const { origin } = planned.source;
  const { source } = stored;
  const page: FoundPage = stored;
  const changes = changesTo(stored, planned);
  const differs = Object.keys(changes).length > 0;
  const sent = source && readDigest(source.digest);
  const isOthers = source !== undefined && !isAsSaved(stored);
  const conflict = (message: string) => ({ is: "conflict", page, message }) as const;
  if (origin && source && source.name !== origin.name && !force)
    return conflict(
      `This page belongs to the source ${source.name} (${source.path}); --force takes it over.`,
    );
  if (differs && !force) {
    if (origin && !source)
      return conflict("No folder keeps this page, and it says something else; --force takes it over.");
    if (isOthers && !(sent && saysWhatWasSent(stored, sent))) return conflict(editedMessage(changedBy));
  }
  const isMoved = origin !== undefined && (source?.name !== origin.name || source.path !== origin.path);
  return differs || isMoved ? { is: "changed", page, stored, changes } : { is: "same", page, isOthers };
};

/**
 * True if the latest revision is the one that the source has saved: it follows the one that its digest names,
 * and no two follow the same. Whoever saves a page later leaves the digest as it is, and it no longer fits.
 */
const isAsSaved = ({
  source,
  previous_revision_id: previous,
}: Pick<StoredPost, "source" | "previous_revision_id"> | OwnedPage): boolean =>
  source != null && readDigest(source.digest)?.base === (previous ?? 0);

export const editedMessage = (changedBy: string | null | undefined): string =>
  `${changedBy ?? "Somebody else"} has edited this page since it was published from here; ` +
  "take the edit over into the file, or overwrite it with --force.";

/** What becomes of a page whose file is gone. */
export const judgeGone = (page: OwnedPage, force: boolean): "unchanged" | "conflict" | "unpublish" => {
  if (!page.live && page.status !== "scheduled") return "unchanged";
  return force || isAsSaved(page) ? "unpublish" : "conflict";
};

/** The `source` to save with a page: of a file that was named by itself, what the page has is renewed. */
export const sourceToSend = (planned: PlannedPost, stored?: StoredPost) => {
  const place = planned.source.origin ?? stored?.source;
  if (!place) return {};
  const { name, path } = place;
  const base = stored?.latest_revision_id ?? 0;
  return { source: { name, path, digest: writeDigest({ ...digestOfFile(planned), base }) } };
};

/** What the site does not keep of the text that a save sends. */
export const lossesOf = ({ removed }: PlannedPost, judgement: Judgement): readonly LineProblem[] =>
  judgement.is === "new" || (judgement.is === "changed" && "detail" in judgement.changes) ? removed : [];

/** The body of the request that saves what has changed. */
export const updateOf = (
  planned: PlannedPost,
  { stored, changes }: Extract<Judgement, { is: "changed" }>,
): Changes => ({
  ...changes,
  ...sourceToSend(planned, stored),
  base_revision_id: String(stored.latest_revision_id),
});

/** True if the folder had the page's file at another path. */
export const isRenaming = (
  { source: { origin } }: PlannedPost,
  { source }: Pick<StoredPost, "source">,
): boolean => origin !== undefined && source?.name === origin.name && source.path !== origin.path;

/** What somebody else has begun on a public page is not published by a run that has nothing new. */
export const isDraftOfOthers = (
  { source }: PlannedPost,
  judgement: Extract<Judgement, { is: "same" }>,
  end: Steps["end"],
): boolean => end === "publish" && judgement.isOthers && judgement.page.live && source.origin !== undefined;
