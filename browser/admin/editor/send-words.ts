import { readPage } from "../shell/first-reads.ts";
import { openJournal } from "../shell/journal.ts";
import type { Unsent } from "../shell/leaving.tsx";
import { sendLeft } from "../words/send-left.ts";
import { browserTimer, openPages, whoseBrowser } from "./open-page.ts";
import { isPostType, pageServiceFor } from "./page-service.ts";

/** Sends what only this browser has of an account's words, of all its pages, and gives what it could not send. */
export const sendWords = async (userId: number): Promise<Unsent> => {
  const journal = openJournal(userId);
  const pages = await journal.pages().catch(() => []);
  for (const page of pages) await sendPage(userId, page).catch(() => false);
  const titles = await journal.titles().catch(() => []);
  // What the browser's store has refused, only the screen has.
  const onScreen = [...openPages].filter(
    ({ isStoreFull, place }) => isStoreFull.value && !["saved", "kept"].includes(place.value),
  );
  return {
    titles: [...new Set([...titles, ...onScreen.map(({ fields }) => String(fields.value.title ?? ""))])],
    canStay: onScreen.length === 0,
  };
};

const sendPage = async (userId: number, page: string): Promise<boolean> => {
  const id = Number(page);
  const { type } = (await readPage(id)) as unknown as { readonly type: string };
  if (!isPostType(type)) return false;
  const journal = openJournal(userId);
  return sendLeft({
    page,
    // Its own entry is one that a tab has left: whoever opens the page next takes it over.
    tab: crypto.randomUUID(),
    journal: { ...journal, left: journal.all },
    service: pageServiceFor(id, type, whoseBrowser()),
    timer: browserTimer,
    newKey: () => crypto.randomUUID(),
  });
};
