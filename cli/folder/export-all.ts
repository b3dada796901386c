import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type * as z from "zod/mini";
import { groupedBy } from "#cli/grouped-by.ts";
import { customBlocksOf } from "#cli/publish/body/custom-blocks.ts";
import type { Client } from "#cli/publish/client.ts";
import { everyItem } from "#cli/publish/every-item.ts";
import { featuresOf } from "#cli/publish/plan.ts";
import type { ProgressLine } from "#cli/publish/progress.ts";
import { listEditablePages, type listedEdition, listSeasons } from "#lib/routes/editor-pages.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import { mediaLookup } from "./exported-media.ts";
import { exportedPost } from "./exported-post.ts";
import { MediaFiles } from "./media-files.ts";

type ListedPage = z.output<typeof listedEdition>;

export interface ExportOptions {
  readonly client: Client;
  readonly url: string;
  readonly folder: string;
  readonly progress: ProgressLine;
  /** For another service, where ids are others. */
  readonly withoutIds: boolean;
}

export interface ExportedFolder {
  /** Where it is, in the folder that was named. */
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
  /** Those below blogs and podcasts to which the token may not add. */
  readonly left: number;
  /** Files of media that were fetched; others were there. */
  readonly fetched: number;
  /** What files cannot say, by file. */
  readonly losses: readonly { readonly file: string; readonly lost: string }[];
}

/** Writes every post and episode that the token may edit as Markdown, with its media. */
export const exportFolders = async ({
  client,
  url,
  folder,
  progress,
  withoutIds,
}: ExportOptions): Promise<ExportResult> => {
  const [site, parents] = await Promise.all([client(readEditorSite), client(listParents)]);
  const media = new MediaFiles(url);
  const common = {
    features: featuresOf(site),
    custom: customBlocksOf(site),
    categories: new Map(site.categories.map(({ id, slug }) => [id, slug])),
    mediaOf: mediaLookup(client),
    withoutIds,
  };
  const folders: ExportedFolder[] = [];
  const names = new Set<string>();
  const losses: { file: string; lost: string }[] = [];
  for (const { id: parent, path, type } of parents) {
    const pages = await pagesBelow(client, parent);
    const seasons = type === "site.Podcast" ? await seasonsOf(client, parent) : new Map<number, number>();
    for (const [source, kept] of bySource(pages)) {
      const name = freeName(folderName(path, source), names);
      folders.push({ folder: join(folder, name), parent: path, source: source ?? name, posts: kept.length });
      const places = placesOf(kept);
      for (const [index, page] of kept.entries()) {
        const place = places[index]!;
        const file = join(folder, name, place);
        progress.show(`${index + 1}/${kept.length}  ${file}`);
        const post = await client(readPost, { params: { id: page.id } });
        const up = "../".repeat(place.split("/").length - 1);
        const exported = await exportedPost(post, page, { ...common, seasons, up });
        for (const each of exported.files) await media.fetch(each, join(folder, name, each.path));
        await writeIfOther(file, exported.text);
        losses.push(...exported.losses.map((lost) => ({ file, lost })));
      }
    }
  }
  progress.clear();
  const posts = folders.reduce((sum, each) => sum + each.posts, 0);
  const { count } = await client(listEditablePages, { query: { type: "site.Post", pageSize: 1 } });
  return { folders, posts, left: Math.max(0, count - posts), fetched: media.written, losses };
};

const pagesBelow = async (client: Client, parent: number): Promise<ListedPage[]> => {
  const listed = await everyItem(client, listEditablePages, { query: { parent, order: "title" } });
  // A page that was renamed meanwhile may be listed twice.
  const byId = new Map(listed.map((page) => [page.id, page]));
  return [...byId.values()]
    .filter(({ type }) => type === "site.Post" || type === "site.Episode")
    .sort((one, other) => one.id - other.id);
};

const seasonsOf = async (client: Client, id: number): Promise<ReadonlyMap<number, number>> => {
  const seasons = await everyItem(client, listSeasons, { params: { id } });
  return new Map(seasons.map((season) => [season.id, season.number]));
};

/** Each folder that keeps pages has a folder here, and so have those that none keeps. */
const bySource = (pages: readonly ListedPage[]): ReadonlyMap<string | undefined, ListedPage[]> =>
  groupedBy(pages, ({ source }) => source?.name);

/** Such as `notes`, or `notes.my-laptop` for the pages that the folder `my-laptop` keeps. */
const folderName = (path: string, source: string | undefined): string => {
  const place = path.split("/").slice(2).join("-");
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
    const place = wanted.find((each) => isWritable(each) && !taken.has(each.toLowerCase()))!;
    taken.add(place.toLowerCase());
    return place;
  });
};

/** No path that leads out of the folder, and none that a file system or `lectern publish` would not take. */
const isWritable = (path: string): boolean =>
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
