import type { Media } from "#lib/media/media.ts";
import type { MediaIds } from "#lib/media/references.ts";
import type { BlogContent } from "#lib/pages/content.ts";
import type { Page, PageOf, WrittenKind } from "#lib/pages/page.ts";
import type { PostReferences } from "#lib/pages/post-references.ts";
import { unpackContent } from "./content.ts";
import { getItemLists } from "./items.ts";
import { mediaIn, mediaKeys } from "./media.ts";
import { pageIn, readPages } from "./pages.ts";
import { keys } from "./table.ts";

/** What the page of a post shows besides the post's own content. */
export interface PostContext {
  /** The pages above the post, those it links to and those above these, by id, if they exist. */
  readonly pages: ReadonlyMap<number, Page>;
  /** The blog's live content; undefined while the blog is a draft. */
  readonly blog: BlogContent | undefined;
  readonly media: readonly Media[];
}

/** Reads what a post refers to. One request per 100 references, one more for links to other blogs. */
export const readPostContext = async (
  { ancestors, parentId }: PageOf<WrittenKind>,
  references: PostReferences,
): Promise<PostContext> => {
  const pageIds = [...new Set([...ancestors, ...references.pages])];
  const [[blog], rows, media] = await getItemLists(
    [keys.live(parentId)],
    pageIds.map(keys.page),
    mediaKeys(references.media),
  );
  const found = rows.filter(isThere).map(pageIn);
  const above = found.flatMap((page) => page.ancestors).filter((id) => !pageIds.includes(id));
  const others = await readPages([...new Set(above)]);
  return {
    pages: new Map([...found, ...others.filter(isThere)].map((page) => [page.id, page])),
    blog: blog && (await unpackContent<BlogContent>(blog)),
    media: media.filter(isThere).map(mediaIn),
  };
};

/** The pages and media objects that exist. One request per 100 of both, none for none. */
export const readPagesAndMedia = async (
  pageIds: readonly number[],
  media: MediaIds,
): Promise<{ readonly pages: readonly Page[]; readonly media: readonly Media[] }> => {
  const [rows, objects] = await getItemLists(pageIds.map(keys.page), mediaKeys(media));
  return { pages: rows.filter(isThere).map(pageIn), media: objects.filter(isThere).map(mediaIn) };
};

const isThere = <Value>(value: Value | undefined): value is Value => value !== undefined;
