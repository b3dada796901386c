import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { mediaLookup } from "#cli/folder/exported-media.ts";
import { MediaFiles } from "#cli/folder/media-files.ts";
import { addressOf } from "#cli/publish/address.ts";
import { type Connection, ServiceRefusal } from "#cli/publish/client.ts";
import { everyItem } from "#cli/publish/every-item.ts";
import { isSettled } from "#cli/publish/judge.ts";
import type { OwnedPage } from "#cli/publish/owned-pages.ts";
import type { PlannedPost, StoredPost } from "#cli/publish/plan.ts";
import type { Prepared } from "#cli/publish/prepare.ts";
import type { ProgressLine } from "#cli/publish/progress.ts";
import { certain } from "#lib/certain.ts";
import { listSeasons } from "#lib/routes/editor-pages.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { PlainError } from "#local/plain-error.ts";
import { judgePage } from "./judge-page.ts";
import { FolderMedia, type MediaDownload } from "./media-names.ts";
import type { PullOptions } from "./options.ts";
import { linkOnTheWay, writeWholeFile } from "./place.ts";
import { type PullContext, pulledFile } from "./pulled-file.ts";
import type { PullResult } from "./report.ts";
import { stateNotes } from "./state-notes.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** What is to be done for a file: its result, and what is to be written for it. */
export interface PulledPost {
  readonly result: PullResult;
  readonly write?: {
    readonly root: string;
    readonly file: string;
    readonly text: string;
    /** The file as it was read; undefined for a new one. */
    readonly former: string | undefined;
    readonly downloads: readonly MediaDownload[];
  };
}

export interface FolderPull {
  readonly prepared: Prepared;
  readonly connection: Connection;
  readonly options: Pick<PullOptions, "force" | "dryRun">;
  readonly progress: ProgressLine;
}

/** Compares all files with their pages. Nothing is written. */
export const comparedFiles = async ({
  prepared,
  options,
  progress,
}: FolderPull): Promise<readonly PulledPost[]> => {
  const { posts, destination, site } = prepared;
  const { client, library, parentId } = destination;
  let seasons: Promise<ReadonlyMap<number, number>> | undefined;
  const context: PullContext = {
    ...{ site, library, media: new FolderMedia(posts, library.idOf, mediaLookup(client)) },
    seasonOf: async (id) => {
      seasons ??= everyItem(client, listSeasons, { params: { id: parentId } }).then(
        (all) => new Map(all.map((season) => [season.id, season.number])),
      );
      return (await seasons).get(id);
    },
  };
  const compared: PulledPost[] = [];
  for (const [index, post] of posts.entries()) {
    progress.show(`${index + 1}/${posts.length}  ${post.source.file}`);
    try {
      compared.push(await comparedFile(post, prepared, context, options.force));
    } catch (error) {
      if (!(error instanceof ServiceRefusal)) throw error;
      compared.push({ result: { ...resultOf(post), outcome: "failed", error: messageOf(error) } });
    }
  }
  progress.clear();
  return compared.toSorted((one, other) => (one.result.file < other.result.file ? -1 : 1));
};

const messageOf = (error: ServiceRefusal): string => error.problems[0]?.message ?? error.message;

const resultOf = ({ source }: PlannedPost): Omit<PullResult, "outcome"> => ({
  ...{ file: source.file, id: null, url: null, diff: null, notes: [], error: null },
});

const states = { draft: false, future: "schedule", force: false } as const;

const comparedFile = async (
  planned: PlannedPost,
  { destination, find, linksFrom }: Prepared,
  context: PullContext,
  force: boolean,
): Promise<PulledPost> => {
  const { client } = destination;
  const finding = await find(planned);
  const owned = finding && "owned" in finding ? finding.owned : undefined;
  const named = finding && "stored" in finding ? finding.stored : undefined;
  const base = resultOf(planned);
  const id = owned?.id ?? named?.id;
  if (id === undefined) return { result: { ...base, outcome: "new_here" } };
  const { file, origin } = planned.source;
  const live = owned?.live ?? named?.live;
  const notes = owned ? stateNotes(planned, owned) : [];
  const url = live ? addressOf(owned?.slug ?? certain(named).page_slug, destination) : null;
  const found = { ...base, id, url, notes };
  if (owned && isSettled(planned, owned, states)) return { result: { ...found, outcome: "unchanged" } };
  const stored: StoredPost = named ?? (await client(readPost, { params: { id } }));
  const judgement = await judgePage(planned, stored, { library: context.library, client, force });
  if (judgement.is === "refused")
    return { result: { ...found, outcome: "failed", error: judgement.message } };
  if (judgement.is === "same") return { result: { ...found, outcome: "unchanged" } };
  if (judgement.is === "ahead") return { result: { ...found, outcome: "changed_here" } };
  const text = await readFile(file, "utf8");
  const root = rootOf(file, certain(origin).path);
  const linkTo = linksFrom(planned.source);
  const place = { file, root };
  const pulled = await pulledFile({ planned, stored, text, linkTo, place }, context);
  if ("problem" in pulled) return { result: { ...found, outcome: "failed", error: pulled.problem } };
  const losses = pulled.losses.map((lost) => `The file cannot say ${lost}.`);
  if (pulled.text === text)
    return { result: { ...found, outcome: "unchanged", notes: [...notes, ...losses] } };
  const diff = unifiedDiff({ name: file, text }, { name: file, text: pulled.text });
  const result = { ...found, notes: [...notes, ...losses], diff };
  if (judgement.is === "both") {
    const who = owned?.changed_by ?? "somebody";
    return { result: { ...result, outcome: "conflict", error: conflictMessage(who) } };
  }
  const link = await linkOnTheWay(root, file);
  if (link !== undefined) return { result: { ...result, outcome: "failed", error: link } };
  const write = { root, file, text: pulled.text, former: text, downloads: pulled.downloads };
  return { result: { ...result, outcome: "pulled" }, write };
};

const conflictMessage = (who: string): string =>
  `This file has changed since it was published last, and ${who} has edited its page; ` +
  "--force writes the page over the file.";

/** The folder that was named: the one that holds the file's path in its source. */
export const rootOf = (file: string, path: string): string =>
  resolve(file, ...path.split("/").map(() => ".."));

/** Fetches media and writes files, each whole. A file that has changed meanwhile stays. */
export const writePulled = async (
  posts: readonly PulledPost[],
  { connection, progress }: Pick<FolderPull, "connection" | "progress">,
  finished: (result: PullResult) => void,
): Promise<void> => {
  const media = new MediaFiles(connection);
  for (const { result, write } of posts) {
    if (!write) {
      finished(result);
      continue;
    }
    progress.show(write.file);
    const error = await written(write, media).catch((thrown: unknown) => {
      if (thrown instanceof PlainError) return thrown.message;
      if (thrown instanceof Error && "syscall" in thrown) return `It cannot be written (${thrown.message}).`;
      throw thrown;
    });
    finished(error === undefined ? result : { ...result, outcome: "failed", error });
  }
};

const written = async (
  { root, file, text, former, downloads }: NonNullable<PulledPost["write"]>,
  media: MediaFiles,
): Promise<string | undefined> => {
  for (const { remote, file: place } of downloads) {
    const link = await linkOnTheWay(root, place);
    if (link !== undefined) return link;
    await media.fetch(remote, place);
  }
  const link = await linkOnTheWay(root, file);
  if (link !== undefined) return link;
  if (former !== undefined && (await readFile(file, "utf8")) !== former)
    return "The file has changed meanwhile; pull again.";
  await writeWholeFile(file, text, former === undefined);
  return undefined;
};

/** Files with faults, which are left alone. */
export const heldResults = (held: Prepared["held"]): readonly PullResult[] =>
  [...held].map(([file, [problem]]) => ({
    ...{ file, outcome: "failed", id: null, url: null, diff: null, notes: [] },
    error: problem ? `line ${problem.line}: ${problem.message}` : "The file has a fault.",
  }));

/** A page of a source that has no file here. */
export const strayResult = ({ id, public_url: url, source }: OwnedPage, fault: string): PullResult => ({
  ...{ file: source.path, outcome: "failed", id, url, diff: null, notes: [] },
  error: `The service has this path for page ${id}, which ${fault}; nothing is written there.`,
});
