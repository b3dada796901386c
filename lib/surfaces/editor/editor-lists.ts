import type * as z from "zod/mini";
import { type Media, mediaKinds, originalsOf } from "#lib/media/media.ts";
import { type MediaIds, mediaIds } from "#lib/media/references.ts";
import { editUrl, previewUrl } from "#lib/pages/addresses.ts";
import { type PlacedComment, stateOf } from "#lib/pages/comment.ts";
import type { EditorListing } from "#lib/pages/editor-listing.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { type BinnedPage, expiryOf, isWritten, type PageKind, statusOf } from "#lib/pages/page.ts";
import type { binnedPost } from "#lib/routes/editor-bin.ts";
import type { listedPage } from "#lib/routes/editor-pages.ts";
import type { editorParent } from "#lib/routes/editor-parents.ts";
import { publicAddress } from "./public-address.ts";

interface EditorListingContext {
  /** All pages above the listed ones, by id. */
  readonly pages: ReadonlyMap<number, EditorListing>;
  readonly usernames: ReadonlyMap<number | null, string>;
}

type Item = z.input<typeof listedPage>;

const writtenTypes = { post: "site.Post", episode: "site.Episode", page: "site.Page" } as const;

const typeNames: Readonly<Record<PageKind, Item["type"]>> = {
  // Nobody is shown the root.
  root: "site.HomePage",
  home: "site.HomePage",
  blog: "site.Blog",
  podcast: "site.Podcast",
  ...writtenTypes,
};

/** A page in its editors' list (contract#pages-for-editors). */
export const editorListingView = (
  listing: EditorListing,
  { pages, usernames }: EditorListingContext,
): Item => {
  const { id, kind, parentId, latest, lock, workflow } = listing;
  return {
    id,
    type: typeNames[kind],
    title: latest.title,
    slug: listing.draftSlug,
    parent: parentId === null ? null : { id: parentId },
    status: statusOf(listing),
    live: listing.live,
    has_draft: listing.unpublishedChanges,
    latest_revision_id: listing.latestRevisionId,
    previous_revision_id: latest.previousRevisionId ?? null,
    published_revision_id: listing.liveRevisionId,
    visible_date: latest.visibleDate,
    changed_at: latest.savedAt,
    changed_by: usernames.get(latest.savedBy) ?? null,
    first_published_at: listing.firstPublishedAt,
    last_published_at: listing.lastPublishedAt,
    scheduled_for: listing.schedule?.publishAt ?? null,
    locked: lock !== null,
    locked_by: usernames.get(lock?.ownerId ?? null) ?? null,
    workflow: workflow && { name: workflow.name, task: workflow.task, state: workflow.state },
    source: latest.source ?? null,
    api_url: isWritten(listing) ? `/api/editor/${kind === "episode" ? "episodes" : "posts"}/${id}/` : null,
    edit_url: editUrl(id),
    preview_url: isWritten(listing) ? previewUrl(id) : null,
    public_url: publicAddress(listing, pages) ?? null,
  };
};

type Listed = z.input<typeof listedPage>["media"];

const referencesOf = ({ latest: { media = {} } }: EditorListing) =>
  mediaKinds.flatMap((kind) => (media[kind] ?? []).map((id) => ({ kind, id })));

/** The media that the latest revisions of these pages use, as far as their rows say it. */
export const mediaOfEditorListings = (listings: readonly EditorListing[]): MediaIds =>
  mediaIds(listings.flatMap(referencesOf));

/** The objects among these that the page uses; null if its row does not say (contract#pages-for-editors). */
export const listedMediaView = (listing: EditorListing, objects: readonly Media[]): Listed => {
  if (!listing.latest.media && listing.latestRevisionId !== null) return null;
  const byName = new Map(objects.map((object) => [`${object.kind} ${object.id}`, object]));
  return referencesOf(listing).flatMap(({ kind, id }) => {
    const object = byName.get(`${kind} ${id}`);
    const checksums = object && originalsOf(object).flatMap(({ partsSha256 }) => partsSha256 ?? []);
    return checksums ? [{ kind, id, parts_sha256: checksums }] : [];
  });
};

/** A post or episode in the bin (contract#bin). */
export const binnedPostView = (
  binned: BinnedPage,
  usernames: ReadonlyMap<number | null, string>,
): z.input<typeof binnedPost> => {
  const { page, title, deletedAt, deletedBy } = binned;
  return {
    id: page.id,
    type: writtenTypes[page.kind],
    title,
    slug: page.draftSlug,
    parent: { id: page.parentId },
    latest_revision_id: page.latestRevisionId ?? 0,
    deleted_at: deletedAt,
    deleted_by: usernames.get(deletedBy) ?? null,
    expires_at: expiryOf(binned),
  };
};

/** A blog or podcast in the list of parents; `path` is such as `/home/notes` (contract#parents). */
export const editorParentView = (parent: Listing, path: string): z.input<typeof editorParent> => {
  const isPodcast = parent.kind === "podcast";
  return {
    id: parent.id,
    title: parent.title,
    type: isPodcast ? "site.Podcast" : "site.Blog",
    api_url: isPodcast ? "/api/editor/episodes/" : "/api/editor/posts/",
    path,
  };
};

/** A comment as moderators see it: without addresses (contract#moderation). */
export const editorCommentView = ({ pageId, comment }: PlacedComment) => ({
  id: comment.id,
  page: pageId,
  parent: comment.parentId,
  author_name: comment.name,
  text: comment.text,
  state: stateOf(comment),
  score: comment.score ?? null,
  created_at: comment.createdAt,
});
