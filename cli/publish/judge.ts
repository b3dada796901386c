import { type FileBeside, filesIn, type IdOf } from "#cli/publish/media/file-beside.ts";
import type { Library } from "#cli/publish/media/library.ts";
import { mediaChanges, type Resaying } from "#cli/publish/media/said-of-media.ts";
import { Refusal } from "#client/refusal.ts";
import { sectionNames } from "#lib/blocks/sections.ts";
import { certain } from "#lib/certain.ts";
import { readPostRevision } from "#lib/routes/editor-history.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { type Client, ServiceRefusal } from "./client.ts";
import { digestOfFile, digestToSend, saysWhatWasSent } from "./digest.ts";
import { fieldsSentBy, readDigest, writeDigest } from "./digest-text.ts";
import type { LineProblem } from "./front-matter.ts";
import type { OwnedPage } from "./owned-pages.ts";
import { type Changes, changesTo, type PlannedPost, type StoredPost, typeOfFile } from "./plan.ts";
import { type Standing, type StateOptions, type Steps, stepsTo, wantedState } from "./state.ts";
import { hasEditsOfOthers } from "./taken-over.ts";
import type { Origin } from "./walk.ts";

/** The members of a page that tell its state, and that bring it to another one. */
export type FoundPage = Standing & Pick<StoredPost, "id" | "page_slug" | "latest_revision_id">;

/** How a file and its page differ. */
export type Judgement =
  | { readonly is: "new" }
  /** `isOthers`: others have saved the latest revision, and the file says nothing that the public lacks. */
  | { readonly is: "same"; readonly page: FoundPage; readonly isOthers: boolean }
  | {
      readonly is: "changed";
      readonly page: FoundPage;
      readonly stored: StoredPost;
      readonly changes: Changes;
      /** Changes of media that the service is to make. */
      readonly media: readonly Resaying[];
    }
  | {
      readonly is: "conflict";
      readonly page: FoundPage;
      readonly message: string;
      /** True if others have edited a page of the folder. */
      readonly isEdited?: boolean;
    };

export interface JudgeOptions extends StateOptions {
  readonly client: Client;
  /** True overwrites what others have saved. */
  readonly force: boolean;
  readonly library: Library;
}

/**
 * True if the page is as the source left it, if nothing was sent but what the file says, and if the media in
 * it are still there: then it need not be read.
 */
const isAsListed = (planned: PlannedPost, owned: OwnedPage): boolean => {
  const { source } = owned;
  const { origin } = planned.source;
  const sent = readDigest(source.digest);
  const isInPlace = !origin || (source.name === origin.name && source.path === origin.path);
  const isOfKind = planned.source.isPage === (owned.type === "site.Page");
  if (!sent || !isAsSaved(owned) || !isInPlace || !isOfKind || owned.slug !== planned.fields.slug)
    return false;
  const { base, ids } = sent;
  return (
    writeDigest({ ...digestOfFile(planned), base, ids }) === source.digest &&
    filesNamedBy(planned).every((file) => uses(owned, file))
  );
};

/**
 * True if the page need not be read. A page that is still to be published is read, because the run that saved
 * it ended before it could see what the service had kept. With `force` all are read, because earlier versions
 * sent digests of files of which the service had kept less.
 */
export const isSettled = (
  planned: PlannedPost,
  owned: OwnedPage,
  { force, ...states }: StateOptions & Pick<JudgeOptions, "force">,
): boolean => {
  if (force || !isAsListed(planned, owned)) return false;
  const { end } = stepsTo(wantedState(planned.source, states), owned, false);
  return end === "none" || end === "unpublish";
};

const uses = ({ media }: OwnedPage, { kind, sha256 }: FileBeside): boolean =>
  media?.some((used) => used.kind === kind && used.parts_sha256.includes(sha256)) ?? false;

/** All files of media that a post names. */
export const filesNamedBy = ({ fields, said }: PlannedPost): readonly FileBeside[] => [
  ...filesIn(fields),
  ...(said.audio?.others ?? []),
];

/**
 * Judges a page that the source keeps, by its entry in the list. A page that is as the source left it is not
 * read.
 */
export const judgeOwned = async (
  planned: PlannedPost,
  owned: OwnedPage,
  options: JudgeOptions,
): Promise<Judgement> => {
  const { id, live, status, scheduled_for, changed_by } = owned;
  if (isSettled(planned, owned, options)) {
    const { slug: page_slug, latest_revision_id } = owned;
    const page = {
      id,
      live,
      status,
      scheduled_for,
      page_slug,
      latest_revision_id: certain(latest_revision_id),
    };
    return { is: "same", page, isOthers: false };
  }
  const stored = await options.client(readPost, { params: { id } });
  const standing = { ...stored, scheduled_for };
  let judgement = judgeStored(planned, standing, { ...options, changedBy: changed_by });
  const { client, library } = options;
  const isEdited = judgement.is === "conflict" && judgement.isEdited;
  if (isEdited && (await hasEditsOfOthers(planned, stored, { client, idOf: library.idOf })))
    judgement = judgeStored(planned, standing, { ...options, force: true });
  if (judgement.is === "same" && judgement.isOthers && (await hasNews(planned, owned, options)))
    judgement = { ...judgement, isOthers: false };
  const isNewer = stored.latest_revision_id !== owned.latest_revision_id;
  return isNewer ? unlessOverwriting(judgement, options) : judgement;
};

/** True if a file has changed since it was published, and the public revision says something else. */
const hasNews = async (
  planned: PlannedPost,
  { id, source, published_revision_id: revision }: OwnedPage,
  { client, library }: Pick<JudgeOptions, "client" | "library">,
): Promise<boolean> => {
  const isEdited = readDigest(source.digest)?.content !== digestOfFile(planned).content;
  if (!isEdited || revision === null) return false;
  const shown = await client(readPostRevision, { params: { id, revision } });
  return Object.keys(changesTo(shown as StoredPost, planned, library.idOf)).length > 0;
};

/** Judges a page that another run of the folder has saved since this one listed them. */
export const unlessOverwriting = (
  judgement: Exclude<Judgement, { readonly is: "new" }>,
  { force }: Pick<JudgeOptions, "force">,
): Exclude<Judgement, { readonly is: "new" }> => {
  const overwrites = judgement.is === "changed" && Object.keys(judgement.changes).length > 0;
  if (!overwrites || force) return judgement;
  const message =
    "Another run has saved this page meanwhile, and says something else; run this one again to overwrite it.";
  return { is: "conflict", page: judgement.page, message };
};

/** Judges a page that was read. */
export const judgeStored = (
  planned: PlannedPost,
  stored: StoredPost & Standing,
  { force, changedBy, library }: StoredJudgeOptions,
): Exclude<Judgement, { readonly is: "new" }> => {
  const { origin } = planned.source;
  const { source } = stored;
  const page: FoundPage = stored;
  requireType(planned, stored);
  const changes = changesTo(stored, planned, library.idOf);
  const differs = Object.keys(changes).length > 0;
  const sent = source && readDigest(source.digest);
  const isOthers = source ? !isAsSaved(stored) : origin !== undefined;
  const conflict = (message: string) => ({ is: "conflict", page, message }) as const;
  if (origin && source && source.name !== origin.name && !force)
    return conflict(otherSourceMessage(origin, source));
  if (differs && !force) {
    if (origin && !source)
      return conflict("No folder keeps this page, and it says something else; --force takes it over.");
    if (isOthers && !(sent && saysWhatWasSent(stored, sent)))
      return { ...conflict(editedMessage(changedBy)), isEdited: source?.name === origin?.name };
  }
  const isNamed = planned.source.id !== undefined;
  // A page that a file names by its id, and that no folder keeps, becomes the folder's only once they differ.
  const isTaken = source !== undefined || !isNamed;
  const isMoved = origin && isTaken && (source?.name !== origin.name || source.path !== origin.path);
  const media = mediaChanges(planned.said, library);
  // The source's own revision gets the new digest; somebody else's would become one of the folder's.
  const isResaid =
    origin !== undefined &&
    !isOthers &&
    !isNamed &&
    filesNamedBy(planned).length > 0 &&
    sent?.content !== digestOfFile(planned).content;
  return differs || isMoved || isResaid || media.length > 0
    ? { is: "changed", page, stored, changes, media }
    : { is: "same", page, isOthers };
};

/** Earlier versions knew a folder by its own name, without the path to it. */
export const otherSourceMessage = (origin: Origin, { name, path }: Origin): string => {
  const goesOn = `give --source ${name} if it is this folder's, as earlier versions called it; `;
  const isFormer = origin.name.endsWith(`/${name}`);
  return `This page belongs to the source ${name} (${path}); ${isFormer ? goesOn : ""}--force takes it over.`;
};

type StoredJudgeOptions = Pick<JudgeOptions, "force" | "library"> & { readonly changedBy?: string | null };

const typeWords = {
  "site.Post": { one: "a post", many: "posts" },
  "site.Episode": { one: "an episode", many: "episodes" },
  "site.Page": { one: "a page that is no post", many: "such pages" },
} as const;

/** Refuses to change a page's type: throws a `ServiceRefusal` if the file wants another one. */
const requireType = (planned: PlannedPost, stored: StoredPost): void => {
  const wanted = typeOfFile(planned);
  const { id, type } = stored;
  const was = fieldsSentBy(planned.source.origin, stored.source).includes("podcast_audio");
  const isSilent = wanted === "site.Post" && type === "site.Episode" && !was;
  if (type === wanted || isSilent) return;
  const { one, many } = typeWords[type];
  const ways =
    wanted === "site.Post" && type === "site.Episode" ? "name its audio" : "give the file another slug";
  const message = `Page ${id} is ${one}, and ${many} do not become ${typeWords[wanted].many}; ${ways}.`;
  const errors = {
    [wanted === "site.Page" || type === "site.Page" ? "type" : "podcast_audio"]: [
      { code: "invalid", message },
    ],
  };
  throw new ServiceRefusal(new Refusal(400, { code: "validation_error", detail: message, errors }));
};

/**
 * True if the latest revision is the one that the source has saved: it follows the one that its digest names,
 * and no two follow the same. Whoever saves a page later leaves the digest as it is, and it no longer fits.
 */
export const isAsSaved = ({
  source,
  previous_revision_id: previous,
}: Pick<StoredPost, "source" | "previous_revision_id"> | OwnedPage): boolean =>
  source != null && readDigest(source.digest)?.base === (previous ?? 0);

export const editedMessage = (changedBy: string | null | undefined): string =>
  `${changedBy ?? "Somebody else"} has edited this page since it was published from here; ` +
  "lectern pull writes the edit into the file; --force overwrites it.";

/** True for a page that the public sees, or will see by itself. */
export const isOnSite = ({ live, status }: Standing): boolean => live || status === "scheduled";

/** Judges a page that is on the site though its file is gone. */
export const judgeGone = (page: OwnedPage, force: boolean): "conflict" | "unpublish" =>
  force || isAsSaved(page) ? "unpublish" : "conflict";

/** The `source` to save with a page. If the file was named by itself, the page's own is renewed. */
export const sourceToSend = (planned: PlannedPost, idOf: IdOf, stored?: StoredPost) => {
  const place = planned.source.origin ?? stored?.source;
  if (!place) return {};
  const { name, path } = place;
  const base = stored?.latest_revision_id ?? 0;
  return { source: { name, path, digest: digestToSend(planned, base, idOf) } };
};

/** What the site does not keep of the text that a save sends. */
export const lossesOf = (planned: PlannedPost, judgement: Judgement, idOf: IdOf): readonly LineProblem[] => {
  if (judgement.is !== "new" && judgement.is !== "changed") return [];
  const sent = judgement.is === "new" ? planned.fields : changesTo(judgement.stored, planned, idOf);
  return sectionNames.some((name) => name in sent) ? planned.removed : [];
};

/** The body of the request that saves what has changed. */
export const updateOf = (
  planned: PlannedPost,
  { stored }: Extract<Judgement, { is: "changed" }>,
  idOf: IdOf,
): Changes => ({
  ...changesTo(stored, planned, idOf),
  ...sourceToSend(planned, idOf, stored),
  base_revision_id: String(stored.latest_revision_id),
});

/** True if the folder had the page's file at another path. */
export const isRenaming = (
  { source: { origin } }: PlannedPost,
  { source }: Pick<StoredPost, "source">,
): boolean => origin !== undefined && source?.name === origin.name && source.path !== origin.path;

/**
 * True for a draft that somebody else has begun on a public page: a run that has nothing new does not publish
 * it.
 */
export const isDraftOfOthers = (
  { source }: PlannedPost,
  judgement: Extract<Judgement, { is: "same" }>,
  end: Steps["end"],
): boolean => end === "publish" && judgement.isOthers && judgement.page.live && source.origin !== undefined;
