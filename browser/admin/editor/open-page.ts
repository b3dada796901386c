import { signal } from "@preact/signals";
import { browserName } from "../shell/browser-name.ts";
import { firstReadsOf, type ReadPage, readPage } from "../shell/first-reads.ts";
import { newTab, openJournal } from "../shell/journal.ts";
import { tell } from "../shell/notices.tsx";
import { caller, obstacle, whenBack } from "../shell/service.ts";
import { texts } from "../texts/index.ts";
import { openKeeper } from "../words/keeper.ts";
import type { Fields } from "../words/merge.ts";
import type { Arrival, Choice, Failure, Keeper, Place, Problem, Timer } from "../words/ports.ts";
import { sentenceOfArrival } from "./arrivals.ts";
import { isPostType, type PostType, pageServiceFor } from "./page-service.ts";

const tab = newTab();

/** A page that is open for writing: what is on the screen, and where its words are. */
export interface OpenPage {
  readonly id: number;
  readonly type: PostType;
  /** As it was read last: its state, what one may do, and who else is here. */
  readonly shown: { value: ReadPage };
  readonly keeper: Keeper;
  readonly fields: { readonly value: Fields };
  readonly place: { readonly value: Place };
  readonly choice: { readonly value: Choice | undefined };
  readonly problem: {
    readonly value: { readonly message: string; readonly problems: readonly Problem[] } | undefined;
  };
  readonly isStoreFull: { readonly value: boolean };
  /** Counts how often words from elsewhere have come onto the screen. */
  readonly arrivals: { readonly value: number };
  /** Sentences that say where words came from that were found when the page was opened. */
  readonly origins: { value: readonly string[] };
  readonly change: (changed: Fields) => void;
  readonly refresh: () => Promise<void>;
  readonly stop: () => void;
}

/** How often a page looks who else is writing. */
const othersMs = 30_000;

export const browserTimer: Timer = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timeout = setTimeout(call, ms);
    return () => clearTimeout(timeout);
  },
};

/** The pages that this document has open. */
export const openPages = new Set<OpenPage>();

/** What a working copy says of where it was written. */
export const whoseBrowser = (): string => browserName(navigator.userAgent);

/** Opens a page. Throws a text for people if it cannot. */
export const openPage = async (id: number): Promise<OpenPage> => {
  const user = caller.value?.user;
  if (!user) throw new Error(texts.offline);
  const reads = await firstReadsOf(id);
  const first = await reads.page;
  const { type } = first as unknown as { readonly type: string };
  if (!isPostType(type)) throw new Error(texts.editor.gone);
  const shown = signal(first);
  const arrivals = signal(0);
  const changes = signal(0);
  const origins = signal<readonly string[]>([]);
  const opened = await openKeeper({
    page: String(id),
    tab,
    journal: openJournal(user.id),
    service: pageServiceFor(id, type, whoseBrowser(), reads),
    timer: browserTimer,
    newKey: () => crypto.randomUUID(),
    changed: () => {
      changes.value++;
    },
    arrived: (arrival) => {
      arrivals.value++;
      void sentenceOfArrival(arrival, id, type).then((sentence) => {
        // Where words were found is said on the page; what comes while one writes must not move the text.
        if (isOpening(arrival)) origins.value = [...origins.value, sentence];
        else tell(sentence, { isLong: true });
      });
    },
  });
  if ("failure" in opened) throw new Error(saidOf(opened.failure));
  const keeper = opened.value;
  const derived = <Value>(read: () => Value) => ({
    get value() {
      void changes.value;
      return read();
    },
  });
  const refresh = async () => {
    shown.value = await readPage(id);
  };
  const leave = whenBack(keeper.resume);
  const lookAgain = () => void refresh().catch(() => {});
  const looking = setInterval(() => document.visibilityState === "visible" && lookAgain(), othersMs);
  const hide = () => {
    if (document.visibilityState === "hidden") void keeper.flush();
    else lookAgain();
  };
  document.addEventListener("visibilitychange", hide);
  // The last letters have not waited long enough to be kept by themselves.
  const keepNow = () => void keeper.flush();
  addEventListener("beforeunload", keepNow);
  const page: OpenPage = {
    id,
    type,
    shown,
    keeper,
    arrivals,
    origins,
    fields: derived(keeper.fields),
    place: derived(() => {
      const place = keeper.place();
      if (place === "signed out") queueMicrotask(() => (obstacle.value = "signed out"));
      return place;
    }),
    choice: derived(keeper.choice),
    problem: derived(keeper.problem),
    isStoreFull: derived(keeper.isJournalFull),
    change: (changed) => keeper.type({ ...keeper.fields(), ...changed }),
    refresh,
    stop: () => {
      openPages.delete(page);
      leave();
      clearInterval(looking);
      document.removeEventListener("visibilitychange", hide);
      removeEventListener("beforeunload", keepNow);
      void keeper.flush().finally(keeper.stop);
    },
  };
  openPages.add(page);
  return page;
};

/** True for words that were found where the page was opened. */
const isOpening = ({ from }: Arrival): boolean => from === "working copy" || from === "this browser";

const saidOf = (failure: Failure): string => {
  if (failure.kind === "refused") return failure.message;
  return failure.kind === "away" ? texts.offline : texts.signIn.intro;
};
