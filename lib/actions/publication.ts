import { clock } from "#lib/clock.ts";
import type { EpisodeContent } from "#lib/pages/content.ts";
import type { Page } from "#lib/pages/page.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { invalid } from "#lib/refusals/problem.ts";
import { type AuditEntry, type AuditKind, putAudit } from "#lib/store/audit.ts";
import type { Decision, Write } from "#lib/store/commit.ts";
import { readMedia, requireMedia } from "#lib/store/media.ts";
import { putLiveContent, putPage } from "#lib/store/pages.ts";
import { scheduleWrites } from "#lib/store/schedules.ts";
import { listingWrites } from "./listing-writes.ts";
import { slugWrites } from "./slug-writes.ts";

/** What is made public, and how its history tells it. */
export interface PublicationOrder {
  readonly revision: Revision;
  readonly publisherId: number | null;
  readonly kind: Extract<AuditKind, "wagtail.publish" | "wagtail.publish.scheduled">;
  readonly schedule: Page["schedule"];
}

/**
 * The decision that makes a revision of a page public, under the slug and title that it says, with its audit entries.
 * Refuses `podcast_audio/required` of an episode whose audio does not exist (spec "Publish" 8), and `slug/duplicate` when
 * a sibling holds the slug by now. One request for an episode, and one when the public slug changes.
 */
export const decidePublication = async (
  page: Page,
  { revision, publisherId, kind, schedule }: PublicationOrder,
): Promise<Decision<Page>> => {
  const now = clock.now();
  const { content } = revision;
  const audio = page.kind === "episode" ? await requireAudio(content as EpisodeContent) : [];
  const next: Page = {
    ...page,
    slug: content.slug,
    title: content.title,
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
  const listing = await listingWrites(next, content);
  return {
    ...listing,
    writes: [
      putPage(next, page.version),
      ...audio,
      ...putLiveContent({ pageId: page.id, revisionId: revision.id, content }),
      ...(await slugWrites(page, next)),
      ...putAudit(next.version, entries),
      ...scheduleWrites(page.id, page.schedule, schedule),
      ...listing.writes,
    ],
    value: next,
  };
};

/** The condition that the episode's audio is still there when the episode becomes public. */
const requireAudio = async ({ podcastAudio }: EpisodeContent): Promise<Write[]> => {
  const [audio] = podcastAudio === null ? [] : await readMedia("audio", [podcastAudio]);
  if (!audio) throw invalid("podcast_audio", "required", "An episode needs an audio to be published.");
  return [requireMedia("audio", audio.id)];
};
