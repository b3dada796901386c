import type * as z from "zod/mini";
import { type Media, mediaKinds, originalsOf } from "#lib/media/media.ts";
import { type MediaIds, mediaIds } from "#lib/media/references.ts";
import { editUrl, previewUrl } from "#lib/pages/addresses.ts";
import type { Edition } from "#lib/pages/edition.ts";
import { isPost, type PageKind, statusOf } from "#lib/pages/page.ts";
import type { listedEdition } from "#lib/routes/editor-pages.ts";
import { publicAddress } from "./public-address.ts";

interface EditionContext {
  /** Every page above it, by id. */
  readonly pages: ReadonlyMap<number, Edition>;
  readonly usernames: ReadonlyMap<number | null, string>;
}

type Item = z.input<typeof listedEdition>;

const typeNames: Readonly<Record<PageKind, Item["type"]>> = {
  // Nobody is shown the root.
  root: "site.HomePage",
  home: "site.HomePage",
  blog: "site.Blog",
  podcast: "site.Podcast",
  post: "site.Post",
  episode: "site.Episode",
};

/** A page in its editors' list (contract#pages-for-editors). */
export const editionView = (edition: Edition, { pages, usernames }: EditionContext): Item => {
  const { id, kind, parentId, summary, lock, workflow } = edition;
  return {
    id,
    type: typeNames[kind],
    title: summary.title,
    slug: edition.draftSlug,
    parent: parentId === null ? null : { id: parentId },
    status: statusOf(edition),
    live: edition.live,
    has_draft: edition.unpublishedChanges,
    latest_revision_id: edition.latestRevisionId,
    previous_revision_id: summary.previousRevisionId ?? null,
    published_revision_id: edition.liveRevisionId,
    visible_date: summary.visibleDate,
    changed_at: summary.savedAt,
    changed_by: usernames.get(summary.savedBy) ?? null,
    first_published_at: edition.firstPublishedAt,
    last_published_at: edition.lastPublishedAt,
    scheduled_for: edition.schedule?.publishAt ?? null,
    locked: lock !== null,
    locked_by: usernames.get(lock?.ownerId ?? null) ?? null,
    workflow: workflow && { name: workflow.name, task: workflow.task, state: workflow.state },
    source: summary.source ?? null,
    api_url: isPost(kind) ? `/api/editor/${kind === "episode" ? "episodes" : "posts"}/${id}/` : null,
    edit_url: editUrl(id),
    preview_url: isPost(kind) ? previewUrl(id) : null,
    public_url: publicAddress(edition, pages) ?? null,
  };
};

type Listed = z.input<typeof listedEdition>["media"];

const referencesOf = ({ summary: { media = {} } }: Edition) =>
  mediaKinds.flatMap((kind) => (media[kind] ?? []).map((id) => ({ kind, id })));

/** What the latest revisions of these pages use, as far as their rows say it. */
export const mediaOfEditions = (editions: readonly Edition[]): MediaIds =>
  mediaIds(editions.flatMap(referencesOf));

/** Those of the objects that the page uses; null if its row does not say (contract#pages-for-editors). */
export const editionMediaView = (edition: Edition, objects: readonly Media[]): Listed => {
  if (!edition.summary.media && edition.latestRevisionId !== null) return null;
  const byName = new Map(objects.map((object) => [`${object.kind} ${object.id}`, object]));
  return referencesOf(edition).flatMap(({ kind, id }) => {
    const object = byName.get(`${kind} ${id}`);
    const checksums = object && originalsOf(object).flatMap(({ partsSha256 }) => partsSha256 ?? []);
    return checksums ? [{ kind, id, parts_sha256: checksums }] : [];
  });
};
