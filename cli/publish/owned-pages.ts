import type * as z from "zod/mini";
import { groupedBy } from "#cli/grouped-by.ts";
import { certain } from "#lib/certain.ts";
import { listEditablePages, type listedPage } from "#lib/routes/editor-pages.ts";
import type { Client } from "./client.ts";
import { digestOfFile } from "./digest.ts";
import { readDigest } from "./digest-text.ts";
import type { PlannedPost } from "./plan.ts";

/** A page in the list for editors, which a source keeps. */
export type OwnedPage = z.output<typeof listedPage> & {
  readonly source: NonNullable<z.output<typeof listedPage>["source"]>;
};

const pageSize = 200;

/**
 * Lists the pages below a parent that the source keeps. They are ordered by title, so that a save by somebody
 * else seldom moves a page from one part of the list to another; one that is missed is found by its slug when
 * it is due.
 */
export const listOwnedPages = async (
  client: Client,
  parent: number,
  source: string,
  withMedia = false,
): Promise<OwnedPage[]> => {
  const query = { parent, source, order: "title", pageSize, ...(withMedia && { media: "true" }) };
  const part = (page: number) => client(listEditablePages, { query: { ...query, page } });
  const first = await part(1);
  const others: Promise<typeof first>[] = [];
  for (let page = 2; (page - 1) * pageSize < first.count; page++) others.push(part(page));
  const byId = new Map<number, OwnedPage>();
  for (const { results } of [first, ...(await Promise.all(others))])
    for (const { source: kept, ...page } of results) if (kept) byId.set(page.id, { ...page, source: kept });
  return [...byId.values()];
};

export interface MatchedPages {
  readonly pages: ReadonlyMap<PlannedPost, OwnedPage>;
  /** Pages whose file is no longer there. */
  readonly gone: readonly OwnedPage[];
  /** Pages whose file is there and has a fault. */
  readonly held: readonly OwnedPage[];
}

/**
 * Finds the page of each file: the one with its id, else the one with its path, else the one with its content
 * if no other file has that.
 */
export const pagesOfFiles = (
  posts: readonly PlannedPost[],
  owned: readonly OwnedPage[],
  isHeld: (page: OwnedPage) => boolean,
): MatchedPages => {
  const pages = new Map<PlannedPost, OwnedPage>();
  const [held, unheld] = [owned.filter(isHeld), owned.filter((page) => !isHeld(page))];
  const free = new Map(unheld.map((page) => [page.id, page]));
  const match = (post: PlannedPost, page: OwnedPage | undefined): void => {
    if (!page || !free.delete(page.id)) return;
    pages.set(post, page);
  };
  for (const post of posts) if (post.source.id !== undefined) match(post, free.get(post.source.id));
  // Files that name an id have that page or none.
  const others = posts.filter(({ source }) => source.origin && source.id === undefined);
  const byPath = new Map([...free.values()].map((page) => [placeOf(page.source), page]));
  for (const post of others) match(post, byPath.get(placeOf(certain(post.source.origin))));
  const contentOf = ({ source }: OwnedPage) => readDigest(source.digest)?.content;
  const pagesByContent = groupedBy([...free.values()], contentOf);
  const lost = others.filter((post) => !pages.has(post));
  const filesByContent = groupedBy(lost, (post) => digestOfFile(post).content);
  for (const [content, [post, ...doubles]] of filesByContent) {
    const [page, ...copies] = pagesByContent.get(content) ?? [];
    if (doubles.length === 0 && copies.length === 0) match(certain(post), page);
  }
  return { pages, gone: [...free.values()], held };
};

const placeOf = ({ name, path }: { readonly name: string; readonly path: string }): string =>
  JSON.stringify([name, path]);
