import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isWritable, isWrittenType } from "#cli/folder/export-all.ts";
import { mediaLookup } from "#cli/folder/exported-media.ts";
import { exportedPost } from "#cli/folder/exported-post.ts";
import { customBlocksOf } from "#cli/publish/body/custom-blocks.ts";
import { everyItem } from "#cli/publish/every-item.ts";
import { featuresOf } from "#cli/publish/plan.ts";
import { certain } from "#lib/certain.ts";
import { listEditablePages, listSeasons } from "#lib/routes/editor-pages.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { type FolderPull, type PulledPost, rootOf } from "./pull-folder.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** Files for the pages that no folder keeps, as `export --all` writes them. Nothing is written. */
export const newFiles = async ({ prepared, progress }: FolderPull): Promise<readonly PulledPost[]> => {
  const { posts, destination, site } = prepared;
  const { client, parentId } = destination;
  const { file: first, origin } = certain(posts[0]).source;
  const root = rootOf(first, certain(origin).path);
  const pages = await everyItem(client, listEditablePages, { query: { parent: parentId, order: "title" } });
  const taken = new Set(posts.flatMap(({ source }) => source.id ?? []));
  const isNew = ({ id, type, source }: (typeof pages)[number]): boolean =>
    isWrittenType(type) && source === null && !taken.has(id);
  const rules = {
    features: featuresOf(site),
    custom: customBlocksOf(site),
    categories: new Map(site.categories.map(({ id, slug }) => [id, slug])),
    mediaOf: mediaLookup(client),
    addresses: new Map(pages.map(({ id, public_url }) => [id, public_url])),
    ...{ withoutIds: false, up: "" },
  };
  const unkept = [...new Map(pages.filter(isNew).map((page) => [page.id, page])).values()];
  const seasons = new Map<number, number>();
  if (unkept.some(({ type }) => type === "site.Episode"))
    for (const { id, number } of await everyItem(client, listSeasons, { params: { id: parentId } }))
      seasons.set(id, number);
  const names = new Set((await readdir(root)).map((name) => name.toLowerCase()));
  const made: PulledPost[] = [];
  for (const { id, slug, live, scheduled_for, public_url: url } of unkept.sort(
    (one, other) => one.id - other.id,
  )) {
    progress.show(slug);
    const name = freeName([`${slug}.md`, `${slug}-${id}.md`, `${id}.md`], names);
    const file = join(root, name);
    const post = await client(readPost, { params: { id } });
    const state = { live, scheduled_for, has_more: false };
    const { text, files, losses } = await exportedPost(post, state, { ...rules, seasons });
    const notes = losses.map((lost) => `The file cannot say ${lost}.`);
    const diff = unifiedDiff({ name: "/dev/null", text: "" }, { name: file, text });
    const downloads = files.map((remote) => ({ remote, file: join(root, remote.path) }));
    made.push({
      result: { file, outcome: "added", id, url, diff, notes, error: null },
      write: { root, file, text, former: undefined, downloads },
    });
  }
  return made;
};

/** The first name that the folder does not have, in any case. */
const freeName = (wanted: readonly string[], taken: Set<string>): string => {
  const free = wanted.find((name) => isWritable(name) && !taken.has(name.toLowerCase()));
  const name = free ?? certain(wanted.at(-1));
  taken.add(name.toLowerCase());
  return name;
};
