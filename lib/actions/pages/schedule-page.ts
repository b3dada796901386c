import { isEpisodeContent } from "#lib/pages/content.ts";
import { noAudio, requireComplete } from "#lib/pages/edit-post.ts";
import type { Schedule } from "#lib/pages/page.ts";
import { invalid } from "#lib/refusals/refusal.ts";
import { readMedia, requireMedia } from "#lib/store/media.ts";
import type { EditablePage } from "#lib/store/pages.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { changePageState, type DecidedState, type StateChange } from "./change-page-state.ts";

interface Approval extends StateChange {
  /** Null withdraws the approval. */
  readonly publishAt: string | null;
  /** Refuses what the caller may not do, and `requireAudio` an episode without audio, in their order. */
  readonly permitApproval?: (current: EditablePage, requireAudio: () => void) => void;
}

/**
 * Approves the latest revision, but no later draft, for an instant, or withdraws the approval. What
 * `permitApproval` refuses is refused after what `permit` refuses. Cost: three requests, four for an episode.
 */
export const schedulePage = (
  pageId: number,
  { publishAt, permitApproval, ...change }: Approval,
): Promise<EditablePage> =>
  changePageState(pageId, change, async (current) => {
    const { page, latest } = current;
    const { schedule } = page;
    if (publishAt === null) return schedule ? withdrawal(schedule) : undefined;
    const needed = permitApproval ? await neededContent(current) : undefined;
    if (needed) permitApproval?.(current, needed.require);
    if (!latest) throw new Error(`Page ${pageId} has no revision to approve.`);
    if (schedule?.revisionId === latest.id && schedule.publishAt === publishAt) return undefined;
    return {
      schedule: { revisionId: latest.id, publishAt },
      audit: { kind: "wagtail.publish.schedule", revisionId: latest.id },
      conditions: needed?.conditions ?? [],
    };
  });

const withdrawal = ({ revisionId }: Schedule): DecidedState => ({
  schedule: null,
  audit: { kind: "wagtail.schedule.cancel", revisionId },
});

interface NeededContent {
  readonly require: () => void;
  /** The approval fails if the audio is deleted at the same time. */
  readonly conditions: readonly Write[];
}

const neededContent = async ({ page, latest }: EditablePage): Promise<NeededContent> => {
  const complete = () => latest && requireComplete(page.kind, latest.content);
  if (!latest || !isEpisodeContent(latest.content)) return { require: complete, conditions: [] };
  const { podcastAudio } = latest.content;
  const audio = podcastAudio === null ? undefined : await readMedia("audio", podcastAudio);
  return {
    require: () => {
      complete();
      if (!audio) throw invalid("podcast_audio", "required", noAudio);
    },
    conditions: audio ? [requireMedia("audio", audio.id)] : [],
  };
};
