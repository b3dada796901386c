import { binPage } from "#lib/actions/pages/bin-page.ts";
import { deletePage } from "#lib/actions/pages/delete-page.ts";
import { lockPage } from "#lib/actions/pages/lock-page.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { unlockPage } from "#lib/actions/pages/unlock-page.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { clock } from "#lib/clock.ts";
import { parseInstant } from "#lib/instant.ts";
import { isPost, rootPageId } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { EditablePage } from "#lib/store/pages.ts";
import { readUserByName } from "#lib/store/users.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { printLines, type RunCommand } from "./output.ts";
import { pageAt, permitAdministrator } from "./page-at.ts";
import { UsageError } from "./usage-error.ts";

/** `lectern page unpublish`: takes a page off the site. */
export const pageUnpublish: RunCommand = async (args, context) => {
  const { PATH, ...choice } = parseArguments(args, storeOptions, ["PATH"]);
  await using _store = await openStore(choice, context);
  await unpublishPage(await pageAt(PATH), { permit: permitWithdrawal });
  printLines(context.stdout, [`Unpublished ${PATH}.`]);
  return 0;
};

/** `lectern page delete`: moves a post to the bin, or deletes a page and all below it for good. */
export const pageDelete: RunCommand = async (args, context) => {
  const options = { ...storeOptions, purge: { type: "boolean" } } as const;
  const { PATH, purge, ...choice } = parseArguments(args, options, ["PATH"]);
  await using _store = await openStore(choice, context);
  const id = await pageAt(PATH);
  if (id === rootPageId) throw new PlainError("The root of all pages cannot be deleted.");
  if (purge) {
    const count = await deletePage(id);
    printLines(context.stdout, [
      `Deleted ${PATH} for good, ${count} ${count === 1 ? "page" : "pages"} in all.`,
    ]);
    return 0;
  }
  await binPage(id, { permit: permitBinning });
  printLines(context.stdout, [`Moved ${PATH} to the bin; 'lectern page restore ${id}' takes it out.`]);
  return 0;
};

/** `lectern page lock`: locks a page for everybody, or for everybody but its owner. */
export const pageLock: RunCommand = async (args, context) => {
  const options = { ...storeOptions, owner: { type: "string" } } as const;
  const { PATH, owner, ...choice } = parseArguments(args, options, ["PATH"]);
  await using _store = await openStore(choice, context);
  const ownerId = owner === undefined ? null : await userId(owner);
  await lockPage(await pageAt(PATH), { permit: permitAdministrator, ownerId });
  printLines(context.stdout, [`Locked ${PATH}${owner === undefined ? "" : ` for ${owner}`}.`]);
  return 0;
};

/** `lectern page unlock`: removes the edit lock of a page. */
export const pageUnlock: RunCommand = async (args, context) => {
  const { PATH, ...choice } = parseArguments(args, storeOptions, ["PATH"]);
  await using _store = await openStore(choice, context);
  await unlockPage(await pageAt(PATH), { permit: permitAdministrator });
  printLines(context.stdout, [`Unlocked ${PATH}.`]);
  return 0;
};

/** `lectern page schedule`: approves the latest revision of a page for publication at a time. */
export const pageSchedule: RunCommand = async (args, context) => {
  const { PATH, TIME, ...choice } = parseArguments(args, storeOptions, ["PATH", "TIME"]);
  const publishAt = parseInstant(TIME);
  if (publishAt === undefined) throw new UsageError(`'${TIME}' is not a time such as 2030-01-02T03:04:05Z`);
  if (publishAt <= clock.now())
    throw new UsageError(`${TIME} is in the past; name a later time, or publish the page instead`);
  await using _store = await openStore(choice, context);
  await schedulePage(await pageAt(PATH), { permit: permitSchedule, publishAt });
  printLines(context.stdout, [`Scheduled ${PATH} for ${publishAt}.`]);
  return 0;
};

/** `lectern page unschedule`: withdraws the approval of a page. */
export const pageUnschedule: RunCommand = async (args, context) => {
  const { PATH, ...choice } = parseArguments(args, storeOptions, ["PATH"]);
  await using _store = await openStore(choice, context);
  await schedulePage(await pageAt(PATH), { permit: permitAdministrator, publishAt: null });
  printLines(context.stdout, [`Took back the schedule of ${PATH}.`]);
  return 0;
};

const permitWithdrawal = (current: EditablePage | undefined): void => {
  permitAdministrator(current);
  if (!current?.page.live) throw new Refusal("not_live");
};

const permitBinning = (current: EditablePage | undefined): void => {
  permitAdministrator(current);
  if (current && !isPost(current.page.kind))
    throw new PlainError("Only posts and episodes go to the bin; --purge deletes a page for good.");
};

const permitSchedule = (current: EditablePage | undefined): void => {
  permitAdministrator(current);
  if (!current?.latest) throw new PlainError("The page has no revision that could be published.");
};

const userId = async (username: string): Promise<number> => {
  const user = await readUserByName(username);
  if (!user) throw new PlainError(`There is no user ${username}.`);
  return user.id;
};
