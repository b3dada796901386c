import { signal } from "@preact/signals";
import { texts } from "../texts/index.ts";
import { Dialog } from "./dialog.tsx";
import { closeJournals, openJournal } from "./journal.ts";
import { tell } from "./notices.tsx";
import { leavePage } from "./router.ts";
import { caller, isSignedOut, messageOf, signOut } from "./service.ts";

/** The titles of pages with words that could not be sent. */
export interface Unsent {
  readonly titles: readonly string[];
  /** False if the browser keeps nothing, so that they cannot stay in it either. */
  readonly canStay: boolean;
}

/** What becomes of words that could not be sent; "stay" does not sign out. */
type Answer = "keep" | "discard" | "stay";

const isSending = signal(false);
const question = signal<(Unsent & { readonly answer: (answer: Answer) => void }) | null>(null);

const ask = (unsent: Unsent): Promise<Answer> =>
  new Promise((resolve) => {
    question.value = {
      ...unsent,
      answer: (answer) => {
        question.value = null;
        resolve(answer);
      },
    };
  });

/** Other tabs of this browser, which end with the session, too. */
const otherTabs = new BroadcastChannel("lectern-signed-out");
otherTabs.onmessage = ({ data }) => {
  if (data === "discard") closeJournals();
  location.reload();
};

/**
 * Signs out. Before, everything that was typed goes to the service; what could not be sent is named, and
 * stays in this browser or is discarded, as the person says. Afterwards the browser's store is empty.
 */
export const leaveBrowser = async (sendWords: (userId: number) => Promise<Unsent>): Promise<void> => {
  const user = caller.value?.user;
  if (!user || isSending.value) return;
  const journal = openJournal(user.id);
  isSending.value = true;
  if (!(await leavePage())) {
    isSending.value = false;
    return;
  }
  const unsent = await sendWords(user.id).catch(async () => ({
    titles: await journal.titles().catch(() => []),
    canStay: true,
  }));
  isSending.value = false;
  const answer = unsent.titles.length > 0 ? await ask(unsent) : "discard";
  if (answer === "stay") return;
  try {
    await signOut();
  } catch (error) {
    // Without a session, one is signed out already.
    if (!isSignedOut(error)) return tell(messageOf(error), { isProblem: true });
  }
  if (answer === "discard") await journal.empty().catch(() => {});
  otherTabs.postMessage(answer);
  location.assign("/");
};

/** Names the pages with words that could not be sent, and asks what becomes of these. */
export const LeavingDialog = () => {
  if (isSending.value)
    return (
      <p class="notices" role="status">
        <span class="notice">{texts.signOut.sending}</span>
      </p>
    );
  if (!question.value) return null;
  const { titles, canStay, answer } = question.value;
  return (
    <Dialog title={texts.signOut.title} close={() => answer("stay")}>
      <div class="stack">
        <p>{texts.signOut.unsent}</p>
        <ul class="notes">
          {titles.map((title) => (
            <li key={title}>{title || texts.pages.untitled}</li>
          ))}
        </ul>
        <p class="quiet">{canStay ? texts.signOut.ifKept : texts.signOut.cannotStay}</p>
        {canStay && (
          <button type="button" class="primary" onClick={() => answer("keep")}>
            {texts.signOut.keep}
          </button>
        )}
        <button type="button" onClick={() => answer("stay")}>
          {texts.signOut.stay}
        </button>
        <button type="button" class="danger" onClick={() => answer("discard")}>
          {texts.signOut.discard}
        </button>
      </div>
    </Dialog>
  );
};
