import { visibleMedia } from "#lib/access/visible-media.ts";
import { clock } from "#lib/clock.ts";
import type { Media } from "#lib/media/media.ts";
import { lookupIn, type MediaLookup, mediaIds, noMedia } from "#lib/media/references.ts";
import { aliasesOf, idsAbove } from "#lib/pages/addresses.ts";
import {
  type AnyContent,
  type EpisodeContent,
  isEpisodeContent,
  isPostContent,
  isWrittenContent,
} from "#lib/pages/content.ts";
import { noAudio, requireComplete } from "#lib/pages/edit-post.ts";
import { inMenus, type Page } from "#lib/pages/page.ts";
import { mediaInPost } from "#lib/pages/post-references.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import type { AuditEntry, AuditKind, Revision } from "#lib/pages/revision.ts";
import { invalid } from "#lib/refusals/refusal.ts";
import { postWords } from "#lib/search/post-words.ts";
import { wordForm } from "#lib/search/words.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { settledInOrder } from "#lib/settled.ts";
import { putAudit } from "#lib/store/audit.ts";
import type { Decision } from "#lib/store/commit.ts";
import { putExcerpt } from "#lib/store/excerpts.ts";
import { inOneRead } from "#lib/store/items.ts";
import { requireMedia } from "#lib/store/media.ts";
import { putLiveContent, putPage } from "#lib/store/pages.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { readPagesAndMedia } from "#lib/store/post-context.ts";
import { scheduleWrites } from "#lib/store/schedules.ts";
import { siteAt } from "#lib/store/site.ts";
import { putWords } from "#lib/store/words.ts";
import { aliasWrites, slugWrites } from "./address-writes.ts";
import { listingWrites } from "./listing-writes.ts";

export interface PublicationOrder {
  readonly revision: Revision;
  readonly publisherId: number | null;
  readonly kind: Extract<AuditKind, "wagtail.publish" | "wagtail.publish.scheduled">;
  readonly schedule: Page["schedule"];
}

export interface PublishedState {
  readonly page: Page;
  /** The pages above it whose slugs are in its address. */
  readonly above: readonly Page[];
  readonly media: readonly Media[];
}

/**
 * Publishes a revision with its slug, title, audit entries and search words. Refuses `podcast_audio/required`
 * (contract#publish-episode) and `slug/duplicate`. Cost: one request per 100 items that it reads, which are
 * pages above it, media objects in it, claims on slugs and tags, and some if tags of more than ten families
 * are new.
 */
export const decidePublication = async (
  page: Page,
  { revision, publisherId, kind, schedule }: PublicationOrder,
): Promise<Decision<PublishedState>> => {
  const now = clock.now();
  const { content } = revision;
  const aliases = aliasesOf(content);
  const next: Page = {
    ...page,
    slug: content.slug,
    publicSlug: undefined,
    aliases: aliases.length > 0 ? aliases : undefined,
    title: content.title,
    showInMenus: inMenus(page, content),
    live: true,
    unpublishedChanges: page.latestRevisionId !== revision.id,
    liveRevisionId: revision.id,
    firstPublishedAt: page.firstPublishedAt ?? now,
    lastPublishedAt: now,
    schedule,
    version: page.version + 1,
  };
  const entry = { pageId: page.id, userId: publisherId, revisionId: revision.id, at: now };
  const entries: AuditEntry[] = [{ ...entry, kind }];
  if (page.title !== next.title) entries.unshift({ ...entry, kind: "wagtail.rename" });
  const [shown, listing, claims, aliasClaims] = await settledInOrder(
    inOneRead(() => [
      readShown(page, content),
      listingWrites(next, content, page),
      slugWrites(page, next),
      aliasWrites(page, { live: { before: page.aliases, after: aliases } }),
    ]),
  );
  return {
    ...listing,
    writes: [
      putPage(next, page.version),
      ...shown.audio,
      ...putLiveContent(revision),
      ...(isPostContent(content) ? [putExcerpt({ ...revision, content })] : []),
      ...(await wordWrites(next, revision, lookupIn(shown.media))),
      ...claims,
      ...aliasClaims,
      ...putAudit(next.version, entries),
      ...scheduleWrites(page.id, page.schedule, schedule),
      ...listing.writes,
    ],
    value: { page: next, above: shown.above, media: shown.media },
  };
};

/** The pages above, the media, and the condition that an episode needs. Refuses an episode without audio. */
const readShown = async (page: Page, content: AnyContent) => {
  requireComplete(page.kind, content);
  const references = isWrittenContent(content) ? mediaIds(mediaInPost(content)) : noMedia;
  const { pages: above, media } = await readPagesAndMedia(idsAbove(page), references);
  const audio = isEpisodeContent(content) ? requireAudio(content, lookupIn(media)) : [];
  return { above, media, audio };
};

/** The transaction fails if the episode's audio is deleted at the same time. */
const requireAudio = ({ podcastAudio }: EpisodeContent, media: MediaLookup): Write[] => {
  const audio = podcastAudio === null ? undefined : media("audio", podcastAudio);
  if (!audio) throw invalid("podcast_audio", "required", noAudio);
  return [requireMedia("audio", audio.id)];
};

/**
 * Pages without a text are found by their titles. Words of restricted images stay out of the public
 * search. `siteAt(0)` reads nothing: requests to the API have brought this process's copy of the site up to
 * date.
 */
const wordWrites = async (
  { id, version }: Page,
  { id: revisionId, content }: Revision,
  media: MediaLookup,
): Promise<Write[]> => {
  if (!isWrittenContent(content)) return [];
  const { collections } = await siteAt(0);
  const words = postWords(content, {
    media: visibleMedia(media, anonymousViewer, collections),
    customBlocks: knownBlocks(),
  });
  return [putWords({ pageId: id, revisionId, version, form: wordForm, words })];
};
