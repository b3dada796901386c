import type { Page } from "./page.ts";

/** What somebody is to a page, as its row says. */
export const rolesOnPage = (page: Page, userId: number): readonly string[] => [
  ...(page.ownerId === userId ? ["owner"] : []),
  ...(page.lock?.ownerId === userId ? ["holds the lock"] : []),
  ...(page.workflow?.startedBy === userId ? ["started the workflow"] : []),
  ...(page.summary?.savedBy === userId ? ["saved the latest revision"] : []),
];

/** The page without that user: what was theirs is nobody's, and a lock of theirs locks out everybody. */
export const unnamedPage = (page: Page, userId: number): Page => {
  const { ownerId, lock, workflow, summary } = page;
  const { startedBy, ...unstarted } = workflow ?? {};
  return {
    ...page,
    ownerId: ownerId === userId ? null : ownerId,
    lock: lock?.ownerId === userId ? { ...lock, ownerId: null } : lock,
    workflow: startedBy === userId ? (unstarted as Page["workflow"]) : workflow,
    ...(summary?.savedBy === userId && { summary: { ...summary, savedBy: null } }),
  };
};
