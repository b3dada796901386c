import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type * as z from "zod/mini";
import { groupedBy } from "#cli/grouped-by.ts";
import { customBlocksOf } from "#cli/publish/body/custom-blocks.ts";
import type { Client } from "#cli/publish/client.ts";
import { everyItem } from "#cli/publish/every-item.ts";
import { featuresOf, type StoredPost } from "#cli/publish/plan.ts";
import type { ProgressLine } from "#cli/publish/progress.ts";
import { certain } from "#lib/certain.ts";
import { readPostRevision } from "#lib/routes/editor-history.ts";
import { listEditablePages, type listedPage, listSeasons } from "#lib/routes/editor-pages.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import { mediaLookup } from "./exported-media.ts";
import { type ExportedState, exportedPost } from "./exported-post.ts";
import type { MediaFiles } from "./media-files.ts";

type ListedPage = z.output<typeof listedPage>;

export interface ExportOptions {
  readonly client: Client;
  readonly media: MediaFiles;
  readonly folder: string;
  readonly progress: ProgressLine;
  /** Leaves out ids, for another service, whose ids differ. */
  readonly withoutIds: boolean;
}

export interface ExportedFolder {
  /** The file's path in the folder that was named. */
  readonly folder: string;
  /** The blog or podcast, such as `/home/notes`. */
  readonly parent: string;
  /** The name by which the service knows the folder; by default its own. */
  readonly source: string;
  readonly posts: number;
}

export interface ExportResult {
  readonly folders: readonly ExportedFolder[];
  readonly posts: number;
  /** The number of pages below blogs and podcasts to which the token may not add. */
  readonly left: number;
  /** The losses that files cannot express, by file. */
  readonly losses: readonly { readonly file: string; readonly lost: string }[];
}

/** Writes all that is written and that the token may edit as Markdown, with its media. */
export const exportFolders = async ({
  client,
  media,
  folder,
  progress,
  withoutIds,
}: ExportOptions): Promise<ExportResult> => {
  const [site, parents, all] = await Promise.all([
    client(readEditorSite),
    client(listParents),
    everyPage(client),
  ]);
  const common = {
    features: featuresOf(site),
    custom: customBlocksOf(site),
    categories: new Map(site.categories.map(({ id, slug }) => [id, slug])),
    mediaOf: mediaLookup(client),
    addresses: new Map(all.map(({ id, public_url }) => [id, public_url])),
    withoutIds,
  };
  const folders: ExportedFolder[] = [];
  const names = new Set<string>();
  const losses: { file: string; lost: string }[] = [];
  for (const { id: parent, path, type } of [...parents, ...homesAmong(all)]) {
    const pages = all.filter((page) => page.parent?.id === parent && isPost(page));
    const seasons = type === "site.Podcast" ? await seasonsOf(client, parent) : new Map<number, number>();
    for (const [source, kept] of bySource(pages)) {
      const name = freeName(folderName(path, source), names);
      folders.push({ folder: join(folder, name), parent: path, source: source ?? name, posts: kept.length });
      const places = placesOf(kept);
      for (const [index, page] of kept.entries()) {
        const place = certain(places[index]);
        const file = join(folder, name, place);
        progress.show(`${index + 1}/${kept.length}  ${file}`);
        const { post, state } = await contentOf(client, page, withoutIds);
        const up = "../".repeat(place.split("/").length - 1);
        const exported = await exportedPost(post, state, { ...common, seasons, up });
        for (const each of exported.files) await media.fetch(each, join(folder, name, each.path));
        for (const each of exported.texts) await writeIfOther(join(folder, name, each.path), each.text);
        await writeIfOther(file, exported.text);
        losses.push(...exported.losses.map((lost) => ({ file, lost })));
      }
    }
  }
  progress.clear();
  const posts = folders.reduce((sum, each) => sum + each.posts, 0);
  return { folders, posts, left: all.filter(isPost).length - posts, losses };
};

/** The home pages right below the root that have pages which are no posts below them, as parents. */
const homesAmong = (all: readonly ListedPage[]) =>
  all
    .filter(
      ({ id, type }) =>
        type === "site.HomePage" && all.some((page) => page.parent?.id === id && isPost(page)),
    )
    .map(({ id, slug, type }) => ({ id, path: `/${slug}`, type }));

const everyPage = async (client: Client): Promise<ListedPage[]> => {
  const listed = await everyItem(client, listEditablePages, { query: { order: "title" } });
  // A page that was renamed meanwhile may be listed twice.
  const byId = new Map(listed.map((page) => [page.id, page]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
};

const isPost = ({ type }: ListedPage): boolean => isWrittenType(type);

/** True for what a file can say: posts, episodes, and pages that are neither. */
export const isWrittenType = (type: ListedPage["type"]): boolean =>
  type === "site.Post" || type === "site.Episode" || type === "site.Page";

/**
 * The latest revision; but another service would publish it, so for that one the public revision of a page
 * that has one.
 */
const contentOf = async (
  client: Client,
  page: ListedPage,
  withoutIds: boolean,
): Promise<{ readonly post: StoredPost; readonly state: ExportedState }> => {
  const { id, published_revision_id: revision, live, scheduled_for, has_draft } = page;
  const hasMore = live && (has_draft || scheduled_for !== null);
  if (!withoutIds || !hasMore || revision === null)
    return {
      post: await client(readPost, { params: { id } }),
      state: { live, scheduled_for, has_more: false },
    };
  const post = await client(readPostRevision, { params: { id, revision } });
  return { post, state: { live, scheduled_for: null, has_more: true } };
};

const seasonsOf = async (client: Client, id: number): Promise<ReadonlyMap<number, number>> => {
  const seasons = await everyItem(client, listSeasons, { params: { id } });
  return new Map(seasons.map((season) => [season.id, season.number]));
};

/** Each folder that keeps pages has a folder here, and so have those that none keeps. */
const bySource = (pages: readonly ListedPage[]): ReadonlyMap<string | undefined, ListedPage[]> =>
  groupedBy(pages, ({ source }) => source?.name);

/**
 * The name of a folder, such as `notes`, or `notes.my-laptop` for the pages that the folder `my-laptop`
 * keeps.
 */
const folderName = (path: string, source: string | undefined): string => {
  const [, home = "", ...below] = path.split("/");
  const place = (below.length > 0 ? below : [home]).join("-").replace(/[^\p{L}\p{N}_-]+/gu, "-");
  const name = source?.replace(/[^\p{L}\p{N}_-]+/gu, "-").slice(0, 60);
  return name === undefined || name === place ? place : `${place}.${name}`;
};

/** Names that differ may be one in a file system, or without the letters that it does not take. */
const freeName = (name: string, taken: Set<string>): string => {
  let free = name;
  for (let next = 2; taken.has(free.toLowerCase()); next++) free = `${name}-${next}`;
  taken.add(free.toLowerCase());
  return free;
};

/** The file of each page: the one that its source has, if that can be written, else one of its slug or id. */
const placesOf = (pages: readonly ListedPage[]): string[] => {
  const taken = new Set<string>();
  return pages.map(({ id, slug, source }) => {
    const wanted = [...(source ? [source.path] : []), `${slug}.md`, `${slug}-${id}.md`, `${id}.md`];
    const place = certain(wanted.find((each) => isWritable(each) && !taken.has(each.toLowerCase())));
    taken.add(place.toLowerCase());
    return place;
  });
};

/** No path that leads out of the folder, and none that a file system or `lectern publish` would not take. */
export const isWritable = (path: string): boolean =>
  /\.(?:md|markdown)$/i.test(path) &&
  path
    .split("/")
    .every((name) => /^[\p{L}\p{N}_-][\p{L}\p{N}_. +-]*$/u.test(name) && Buffer.byteLength(name) < 200);

const writeIfOther = async (file: string, text: string): Promise<void> => {
  const there = await readFile(file, "utf8").catch(() => undefined);
  if (there === text) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
};
