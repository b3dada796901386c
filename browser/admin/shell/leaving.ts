import { texts } from "../texts/index.ts";
import { openJournal } from "./journal.ts";
import { leavePage } from "./router.ts";
import { caller } from "./service.ts";

/**
 * Before somebody signs out: what is typed goes to the service, and then out of this browser. True to go on:
 * everything was sent, or the person gives up the rest.
 */
export const leaveBrowser = async (): Promise<boolean> => {
  const user = caller.value?.user;
  if (!user) return true;
  await leavePage();
  const journal = openJournal(user.id);
  const left = await journal.pages().catch(() => []);
  if (left.length > 0 && !confirm(texts.signOut.left(left.length))) return false;
  await journal.empty().catch(() => {});
  return true;
};
