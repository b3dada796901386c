import {
  addressOf,
  createEpisodePreviewLink,
  createPostPreviewLink,
  errorsOf,
  type Finding,
  isEpisode,
  type PlanEntry,
  type PlannedPost,
  type Prepared,
  ServiceRefusal,
  syncPost,
} from "./lectern.ts";

/** The address that shows a draft to everybody who has it, or why there is none. */
export type Preview = { readonly url: string } | { readonly reason: string };

const daySeconds = 24 * 3_600;

/** A link for each run of a pull request, and a page has at most 100. */
const linkSeconds = 7 * daySeconds;

/**
 * Saves what a plan would publish as drafts, and makes links that show just these revisions. Pages that the
 * public sees, or that have a date to come, are left alone.
 */
export const savePreviews = async (
  { posts, destination, find }: Prepared,
  entries: readonly PlanEntry[],
  base: string,
): Promise<ReadonlyMap<string, Preview>> => {
  const actions = new Map(entries.map(({ file, action }) => [file, action]));
  const previews = new Map<string, Preview>();
  for (const post of posts) {
    const { file } = post.source;
    if (!previewed.includes(actions.get(file) ?? "unchanged")) continue;
    try {
      const finding = await find(post);
      if (!isHidden(finding)) continue;
      previews.set(file, await previewOf(post, finding, destination, base));
    } catch (error) {
      if (!(error instanceof ServiceRefusal)) throw error;
      previews.set(file, { reason: error.message });
    }
  }
  return previews;
};

const previewed: readonly PlanEntry["action"][] = ["create", "update", "rename", "publish", "schedule"];

const isHidden = (finding: Finding): boolean => {
  const page = finding && ("owned" in finding ? finding.owned : finding.stored);
  return page === undefined || (!page.live && page.status === "draft");
};

const previewOf = async (
  planned: PlannedPost,
  finding: Finding,
  destination: Prepared["destination"],
  base: string,
): Promise<Preview> => {
  const result = await syncPost(planned, Promise.resolve(finding), { ...destination, draft: true });
  const { post, saved } = result;
  if (!post || !saved || post.live)
    return {
      reason:
        errorsOf(result, () => [])[0]?.message ?? `${addressOf(planned.fields.slug, destination)} is public.`,
    };
  const { url } = await destination.client(
    isEpisode(planned) ? createEpisodePreviewLink : createPostPreviewLink,
    {
      params: { id: post.id },
      body: { revision: post.latest_revision_id, expires_in: linkSeconds },
    },
  );
  return url === null ? { reason: "no link" } : { url: new URL(url, base).href };
};
