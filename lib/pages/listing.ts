import { shownSections } from "#lib/blocks/sections.ts";
import { mediaInBody } from "#lib/blocks/stored-media.ts";
import type { NamesSaying } from "#lib/field.ts";
import {
  type AnyContent,
  type BlogContent,
  type EpisodeContent,
  fieldsOfKind,
  type HomeContent,
  isPostContent,
  isWrittenContent,
  type PageContent,
  type PostContent,
} from "./content.ts";
import type {
  blogFields,
  episodeFields,
  homeFields,
  pageFields,
  podcastFields,
  postFields,
} from "./content-fields.ts";
import { declared, isEmpty } from "./content-values.ts";
import type { ListedContent } from "./listed-content.ts";
import { isBlog, isWritten, type Page, type PageKind, type Season } from "./page.ts";
import type { Restriction } from "./restriction.ts";

type ListedName<Fields> = NamesSaying<Fields, { readonly listed: true }>;

/**
 * The members of a page for lists, filters and counts: all public content but the body. Fields that may be
 * absent from contents are absent while they are empty. Blogs and podcasts have a listing from the start, as
 * drafts too; posts from their first publication.
 */
export interface Listing
  extends Pick<PageContent, ListedName<typeof pageFields>>,
    Partial<Pick<HomeContent, ListedName<typeof homeFields>>>,
    Partial<Pick<BlogContent, ListedName<typeof blogFields & typeof podcastFields>>>,
    Partial<Pick<EpisodeContent, ListedName<typeof postFields & typeof episodeFields>>> {
  readonly id: number;
  readonly kind: PageKind;
  readonly parentId: number | null;
  /** Ids from the root to the parent. */
  readonly ancestors: readonly number[];
  /** The version of the page's row that this was made from; the highest wins. */
  readonly version: number;
  readonly live: boolean;
  /** The public revision, or null. Cached live content of an older one is read again. */
  readonly liveRevisionId: number | null;
  readonly uuid: string;
  readonly slug: string;
  readonly showInMenus: boolean;
  readonly restriction: Restriction | null;
  readonly firstPublishedAt: string | null;
  readonly lastPublishedAt: string | null;
  readonly seasons?: readonly Season[];
  /** Blogs and posts: visitors may not comment on the post, or on any post of the blog. */
  readonly commentsClosed?: true | undefined;
  /** One per tag; absent from listings that were made before tags had slugs. */
  readonly tagSlugs?: readonly string[];
  /** Ids of the body's audio blocks, in order, each once. */
  readonly bodyAudios?: readonly number[];
  /** Public or not; absent while nobody has set any. */
  readonly comments?: number;
  /** The page's version when they were last set; cached comments of an older one are read again. */
  readonly commentsVersion?: number;
  /** Absent from listings of earlier versions, and where it would be too large. */
  readonly content?: ListedContent;
}

/** `content` is the public content, or the draft of an unpublished blog. */
export const listingOf = (page: Page, content: AnyContent, tagSlugs: readonly string[]): Listing => {
  const base: Listing = {
    id: page.id,
    kind: page.kind,
    parentId: page.parentId,
    ancestors: page.ancestors,
    version: page.version,
    live: page.live,
    liveRevisionId: page.liveRevisionId,
    uuid: page.uuid,
    slug: page.slug,
    ...(listedContent(page.kind, content) as Pick<Listing, ListedName<typeof pageFields>>),
    showInMenus: page.showInMenus,
    restriction: page.restriction,
    firstPublishedAt: page.firstPublishedAt,
    lastPublishedAt: page.lastPublishedAt,
    ...(page.commentsClosed && { commentsClosed: page.commentsClosed }),
  };
  if (isBlog(page)) return { ...base, ...(page.seasons && { seasons: page.seasons }) };
  if (!isWrittenContent(content)) return base;
  const bodyAudios = audiosIn(content.body);
  return isPostContent(content)
    ? { ...base, tagSlugs, bodyAudios, ...commentsOf(page) }
    : { ...base, bodyAudios };
};

/** The fields of the content that listings have. */
const listedContent = (kind: PageKind, content: AnyContent): object =>
  Object.fromEntries(
    declared<string>(fieldsOfKind[kind]).flatMap(([name, field]) => {
      const value = content[name as keyof AnyContent];
      return field.listed === true && (field.always || !isEmpty(field, value)) ? [[name, value]] : [];
    }),
  );

const commentsOf = ({ comments, commentsVersion }: Page) =>
  comments === undefined || commentsVersion === undefined ? {} : { comments, commentsVersion };

const audiosIn = (body: PostContent["body"]): number[] => {
  const audios = mediaInBody(shownSections(body)).filter(({ kind }) => kind === "audio");
  return [...new Set(audios.map(({ id }) => id))];
};

/** True if the page's body or the episode plays the audio. */
export const plays = ({ bodyAudios, podcastAudio }: Listing, audioId: number): boolean =>
  podcastAudio === audioId || (bodyAudios?.includes(audioId) ?? false);

/** True for public pages, and for drafts of pages that posts may be below. */
export const isListed = (page: Page): boolean => page.live || !isWritten(page);
