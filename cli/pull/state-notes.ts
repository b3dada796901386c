import type { OwnedPage } from "#cli/publish/owned-pages.ts";
import type { PlannedPost } from "#cli/publish/plan.ts";
import { stepsTo, wantedState } from "#cli/publish/state.ts";

/** What somebody has done with a page in the service that its file does not say. */
export const stateNotes = ({ source }: PlannedPost, page: OwnedPage): string[] => {
  const { live, first_published_at: first, has_draft: hasDraft, scheduled_for: scheduled } = page;
  const { end } = stepsTo(wantedState(source, { draft: false, future: "schedule" }), page, false);
  if (end === "unpublish")
    return ["The page is on the site, and the file hides it: the next publish takes it off."];
  if (end === "publish" && !live && first)
    return [
      "The page was taken off the site: the next publish puts it back, unless the file says draft: true.",
    ];
  if (live && scheduled) return [`The page's latest changes become public at ${scheduled}.`];
  return live && hasDraft
    ? ["The page's latest changes are not public yet: the next publish of the file makes them so."]
    : [];
};
