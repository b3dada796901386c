import type { SiteChoice } from "#cli/administration/open-site.ts";
import type { PageAction } from "#cli/administration/site-administration.ts";
import { clock } from "#lib/clock.ts";
import { parseInstant } from "#lib/instant.ts";
import { rootPageId } from "#lib/pages/page.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments, siteOptions } from "./arguments.ts";
import { type AdministrationContext, counted, printLines, type RunAdministration } from "./output.ts";
import { UsageError } from "./usage-error.ts";

/** Does something with the page at a path, and says so. */
const act = async (
  path: string,
  change: PageAction,
  { choice, context, done }: { choice: SiteChoice; context: AdministrationContext; done: string },
): Promise<number> => {
  await using site = await context.openSite(choice, context);
  await site.changePage(await site.pageAt(path), change);
  printLines(context.stdout, [done]);
  return 0;
};

/** `lectern page unpublish`: takes a page off the site. */
export const pageUnpublish: RunAdministration = async (args, context) => {
  const { PATH, ...choice } = parseArguments(args, siteOptions, ["PATH"]);
  return act(PATH, { action: "unpublish" }, { choice, context, done: `Unpublished ${PATH}.` });
};

/** `lectern page delete`: moves a post to the bin, or deletes a page and all below it for good. */
export const pageDelete: RunAdministration = async (args, context) => {
  const options = { ...siteOptions, purge: { type: "boolean" } } as const;
  const { PATH, purge, ...choice } = parseArguments(args, options, ["PATH"]);
  await using site = await context.openSite(choice, context);
  const id = await site.pageAt(PATH);
  if (id === rootPageId) throw new PlainError("The root of all pages cannot be deleted.");
  const { deleted } = await site.changePage(id, { action: purge ? "delete" : "bin" });
  printLines(context.stdout, [
    purge
      ? `Deleted ${PATH} for good, ${counted(deleted, "page")} in all.`
      : `Moved ${PATH} to the bin; 'lectern page restore ${id}' takes it out.`,
  ]);
  return 0;
};

/** `lectern page lock`: locks a page for everybody, or for everybody but its owner. */
export const pageLock: RunAdministration = async (args, context) => {
  const options = { ...siteOptions, owner: { type: "string" } } as const;
  const { PATH, owner, ...choice } = parseArguments(args, options, ["PATH"]);
  const done = `Locked ${PATH}${owner === undefined ? "" : ` for ${owner}`}.`;
  return act(PATH, { action: "lock", owner: owner ?? null }, { choice, context, done });
};

/** `lectern page unlock`: removes the edit lock of a page. */
export const pageUnlock: RunAdministration = async (args, context) => {
  const { PATH, ...choice } = parseArguments(args, siteOptions, ["PATH"]);
  return act(PATH, { action: "unlock" }, { choice, context, done: `Unlocked ${PATH}.` });
};

/** `lectern page schedule`: approves the latest revision of a page for publication at a time. */
export const pageSchedule: RunAdministration = async (args, context) => {
  const { PATH, TIME, ...choice } = parseArguments(args, siteOptions, ["PATH", "TIME"]);
  const publishAt = parseInstant(TIME);
  if (publishAt === undefined) throw new UsageError(`'${TIME}' is not a time such as 2030-01-02T03:04:05Z`);
  if (publishAt <= clock.now())
    throw new UsageError(`${TIME} is in the past; name a later time, or publish the page instead`);
  const done = `Scheduled ${PATH} for ${publishAt}.`;
  return act(PATH, { action: "schedule", publish_at: publishAt }, { choice, context, done });
};

/** `lectern page unschedule`: withdraws the approval of a page. */
export const pageUnschedule: RunAdministration = async (args, context) => {
  const { PATH, ...choice } = parseArguments(args, siteOptions, ["PATH"]);
  const done = `Took back the schedule of ${PATH}.`;
  return act(PATH, { action: "unschedule" }, { choice, context, done });
};
