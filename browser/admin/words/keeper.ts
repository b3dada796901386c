import { digestOf } from "./digest.ts";
import { areSame, type Json } from "./json.ts";
import { changesOf, type Fields, hasOf, isOpen, type Merged, merge } from "./merge.ts";
import type {
  Base,
  Failure,
  Journal,
  JournalEntry,
  Outcome,
  PageService,
  PendingSave,
  Problem,
  StoredCopy,
  Timer,
} from "./ports.ts";

/** Where the words are that stand on the screen. */
export type Place =
  /** Nothing differs from the latest revision that is known. */
  | "saved"
  /** In the working copy. */
  | "kept"
  /** On their way. */
  | "sending"
  /** Only in this browser, until the service answers. */
  | "here"
  /** Only in this browser, until somebody signs in. */
  | "signed out"
  /** Only in this browser: the service has refused them. */
  | "refused";

/** Words that were found where the page was opened, or that came from elsewhere while it was. */
export interface Arrival {
  readonly from: "working copy" | "this browser" | "other tab" | "revision";
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly client: string | null;
  /** The fields that it has changed on the screen. */
  readonly fields: readonly string[];
}

/** A merge in which somebody has to choose. */
export interface Choice {
  readonly merged: Merged;
  readonly from: Arrival["from"];
  readonly resolve: (fields: Fields) => Promise<void>;
}

export interface Keeper {
  /** What stands on the screen. */
  readonly fields: () => Fields;
  readonly base: () => Base;
  readonly version: () => number;
  readonly place: () => Place;
  readonly choice: () => Choice | undefined;
  readonly problem: () => { readonly message: string; readonly problems: readonly Problem[] } | undefined;
  /** True if the browser's store takes nothing; then the working copy is written at once. */
  readonly isJournalFull: () => boolean;
  /** Somebody has typed. Nothing is waited for. */
  readonly type: (fields: Fields) => void;
  /** Sends what is not sent yet, now, and waits until the service has it or says why not. */
  readonly flush: () => Promise<void>;
  /** Makes a revision of what stands on the screen. */
  readonly save: () => Promise<Outcome<{ readonly revisionId: number }>>;
  /** Tries again: the network is there, or somebody has signed in. */
  readonly resume: () => void;
  /** Gives up what was typed, here and in the working copy; the page is as its latest revision. */
  readonly stop: () => void;
}

export interface KeeperOptions {
  readonly page: string;
  readonly tab: string;
  readonly journal: Journal;
  readonly service: PageService;
  readonly timer: Timer;
  /** An `Idempotency-Key`. */
  readonly newKey: () => string;
  /** Called whenever something of the keeper has changed. */
  readonly changed: () => void;
  /** Called when words from elsewhere have come onto the screen. */
  readonly arrived: (arrival: Arrival) => void;
}

/** The longest time that words stand on the screen and nowhere else. */
const journalMs = 200;

/** The time between two requests for the working copy while somebody types. */
const copyMs = 1_500;

const firstRetryMs = 2_000;
const maxRetryMs = 30_000;

/**
 * Opens a page for writing: what was typed before, here or elsewhere, is merged into its latest revision.
 * Then keeps every word: first in the browser's store, then in the working copy, until a revision has them.
 */
export const openKeeper = async (options: KeeperOptions): Promise<Outcome<Keeper>> => {
  const { page, tab, journal, service, timer, newKey, changed, arrived } = options;
  const read = await service.read();
  if ("failure" in read) return read;
  const stored = await service.readCopy();
  if ("failure" in stored) return stored;

  let base = read.value;
  let fields = base.fields;
  /**
   * What is stored in the service, as whole fields: those of the working copy, on the revision that it names;
   * without one, those of the revision `copiedRevision`. Two writers have begun with the last one that both know.
   */
  let copied = base.fields;
  let copiedRevision = base.revisionId;
  let version = stored.value?.version ?? 0;
  /** Digests of what was sent since an answer came; one of these may be what is stored. */
  let attempts: readonly string[] = [];
  let pending: PendingSave | undefined;
  let choice: Choice | undefined;
  let problem: ReturnType<Keeper["problem"]>;
  let waiting: Failure["kind"] | undefined;
  let retries = 0;
  let isFull = false;
  let isStopped = false;
  let cancelJournal: (() => void) | undefined;
  let cancelCopy: (() => void) | undefined;
  /** The request that is under way; there is one at a time. */
  let work: Promise<unknown> = Promise.resolve();

  const hasUnsent = () => Object.keys(changesOf(copied, fields)).length > 0;
  const hasUnsaved = () => Object.keys(changesOf(base.fields, fields)).length > 0;

  // --- the browser's store -----------------------------------------------------------------------------------

  const writeJournal = async () => {
    cancelJournal?.();
    cancelJournal = undefined;
    try {
      if (hasUnsent() || pending)
        await journal.put({
          page,
          tab,
          base,
          fields,
          copied,
          version,
          attempts,
          save: pending,
          at: timer.now(),
        });
      else await journal.remove(page, tab);
      isFull = false;
    } catch {
      isFull = true;
      scheduleCopy(0);
    }
    changed();
  };
  const scheduleJournal = () => {
    cancelJournal ??= timer.after(journalMs, () => void writeJournal());
  };

  // --- the working copy --------------------------------------------------------------------------------------

  const scheduleCopy = (ms: number) => {
    if (isStopped || cancelCopy || choice || waiting === "refused") return;
    cancelCopy = timer.after(ms, () => {
      cancelCopy = undefined;
      void inTurn(sendCopy);
    });
  };
  const inTurn = <Value>(step: () => Promise<Value>): Promise<Value> => {
    const mine = work.then(async () => {
      changed();
      try {
        return await step();
      } finally {
        changed();
      }
    });
    work = mine.catch(() => {});
    return mine;
  };

  const sendCopy = async (): Promise<void> => {
    if (isStopped || choice) return;
    if (pending && "failure" in (await settleSave(pending))) return;
    if (choice || !hasUnsent()) return;
    const sent = fields;
    const copy = { base_revision_id: base.revisionId, fields: changesOf(base.fields, sent) };
    attempts = [...new Set([...attempts, digestOfCopy(copy)])];
    // First here: if this tab ends before the answer, another one has to know what may be stored.
    await writeJournal();
    const answer = await service.putCopy({ ...copy, version });
    if ("failure" in answer) return fail(answer.failure);
    succeed();
    version = answer.value.version;
    copied = sent;
    attempts = [];
    await writeJournal();
    if (hasUnsent()) scheduleCopy(copyMs);
  };

  /** Sends a save, perhaps again, and takes its answer. */
  const settleSave = async (save: PendingSave): ReturnType<Keeper["save"]> => {
    pending = save;
    await writeJournal();
    const answer = await service.save(save);
    if ("failure" in answer) {
      // Without an answer it may have been made; every other answer says that it was not.
      if (answer.failure.kind !== "away") pending = undefined;
      await fail(answer.failure);
      return answer;
    }
    pending = undefined;
    succeed();
    base = { revisionId: answer.value.revisionId, fields: save.fields };
    // A copy that has stayed has other words; the next one that is sent finds it.
    if (!answer.value.isCopyKept) forgetCopy();
    await writeJournal();
    if (hasUnsent()) scheduleCopy(copyMs);
    return { value: { revisionId: base.revisionId } };
  };

  const succeed = () => {
    waiting = undefined;
    problem = undefined;
    retries = 0;
  };

  const fail = async (failure: Failure): Promise<void> => {
    waiting = failure.kind;
    if (failure.kind === "away") {
      scheduleCopy(Math.min(firstRetryMs * 2 ** retries++, maxRetryMs));
    } else if (failure.kind === "refused") {
      problem = failure;
    } else if (failure.kind === "other copy") {
      await takeCopy(failure.copy);
    } else if (failure.kind === "other revision") {
      await takeRevision();
    }
    changed();
  };

  /** Another tab or device has written the working copy, or ended it. */
  const takeCopy = async (copy: StoredCopy | null): Promise<void> => {
    waiting = undefined;
    if (!copy) return takeRevision(true);
    const begun = await revisionOf(copy);
    if ("failure" in begun) return fail(begun.failure);
    const theirs = { ...begun.value.fields, ...copy.fields };
    // Without a copy of one's own, what both have begun with is the earlier revision.
    const shared = version === 0 && begun.value.revisionId < copiedRevision ? begun.value.fields : copied;
    const settle = () => {
      // What the other one has merged is on the screen now, too.
      if (begun.value.revisionId > base.revisionId) base = begun.value;
      version = copy.version;
      copied = theirs;
      attempts = [];
    };
    if (attempts.includes(digestOfCopy(copy))) {
      settle();
      return scheduleCopy(0);
    }
    const arrival = { from: "other tab", at: Date.parse(copy.updated_at), client: copy.client } as const;
    await take(shared, theirs, arrival, settle);
  };

  /** The page was saved elsewhere, and perhaps the working copy has ended with that. */
  const takeRevision = async (hasEnded = false): Promise<void> => {
    waiting = undefined;
    const latest = await service.read();
    if ("failure" in latest) return fail(latest.failure);
    // If another tab has saved the copy, both have begun with it; one that was discarded is in no revision.
    const isSaved = hasEnded && hasOf(latest.value.fields, base.fields, copied);
    await take(
      isSaved ? copied : base.fields,
      latest.value.fields,
      { from: "revision", at: timer.now(), client: null },
      () => {
        base = latest.value;
        if (hasEnded) forgetCopy();
      },
    );
  };

  /** There is no working copy: what is stored is the revision. */
  const forgetCopy = () => {
    version = 0;
    copied = base.fields;
    copiedRevision = base.revisionId;
    attempts = [];
  };

  /** Merges what came from elsewhere into what stands on the screen, or lets somebody choose. */
  const take = async (
    was: Fields,
    theirs: Fields,
    arrival: Omit<Arrival, "fields">,
    settle: () => void,
  ): Promise<void> => {
    const merged = merge(was, fields, theirs);
    const adopt = async (chosen: Fields) => {
      settle();
      fields = chosen;
      if (merged.fromThem.length > 0) arrived({ ...arrival, fields: merged.fromThem });
      await writeJournal();
      scheduleCopy(0);
    };
    if (!isOpen(merged)) return adopt(merged.fields);
    void letChoose(merged, arrival.from).then(adopt);
    await writeJournal();
  };

  /** Gives what somebody chooses, with what was typed meanwhile. Until then nothing is sent or merged. */
  const letChoose = (merged: Merged, from: Arrival["from"]): Promise<Fields> => {
    const mine = fields;
    return new Promise((give) => {
      choice = {
        merged,
        from,
        resolve: async (chosen) => {
          choice = undefined;
          give(areSame(mine, fields) ? chosen : merge(mine, fields, chosen).fields);
          // What was chosen is on the screen, and in the browser's store, when this has ended.
          await Promise.resolve();
          await writeJournal();
          for (const call of afterChoice.splice(0)) call();
        },
      };
      changed();
    });
  };
  const afterChoice: (() => void)[] = [];
  const whenChosen = (): Promise<void> | undefined => choice && new Promise((call) => afterChoice.push(call));

  /** The revision that a working copy is a change of. */
  const revisionOf = async (copy: StoredCopy): Promise<Outcome<Base>> =>
    copy.base_revision_id === base.revisionId ? { value: base } : service.readRevision(copy.base_revision_id);

  // --- what was left ------------------------------------------------------------------------------------------

  /** The whole fields of the working copy that was there in the beginning. */
  let storedFields = base.fields;
  const takeStored = async (copy: StoredCopy): Promise<Failure | undefined> => {
    const begun = await revisionOf(copy);
    if ("failure" in begun) return begun.failure;
    const latest = base;
    base = begun.value;
    fields = { ...base.fields, ...copy.fields };
    copied = fields;
    storedFields = fields;
    const changedFields = Object.keys(changesOf(base.fields, fields));
    if (changedFields.length > 0)
      arrived({
        from: "working copy",
        at: Date.parse(copy.updated_at),
        client: copy.client,
        fields: changedFields,
      });
    if (latest.revisionId !== base.revisionId) {
      await take(base.fields, latest.fields, { from: "revision", at: timer.now(), client: null }, () => {
        base = latest;
      });
    }
    return undefined;
  };

  const takeLeft = async (entry: JournalEntry): Promise<void> => {
    let shared =
      stored.value && entry.attempts.includes(digestOfCopy(stored.value)) ? storedFields : entry.copied;
    if (entry.save) {
      const saved = await service.save(entry.save);
      if ("value" in saved) {
        shared = entry.save.fields;
        await inTurn(takeRevision);
        await whenChosen();
      }
    }
    const merged = merge(shared, entry.fields, fields);
    const adopt = async (chosen: Fields) => {
      const differing = Object.keys(changesOf(fields, chosen));
      fields = chosen;
      if (differing.length > 0)
        arrived({ from: "this browser", at: entry.at, client: null, fields: differing });
      // First into this tab's entry, then out of the other one: between the two they are twice, and merge.
      await writeJournal();
      await journal.remove(page, entry.tab).catch(() => {});
      scheduleCopy(0);
    };
    await adopt(isOpen(merged) ? await letChoose(merged, "this browser") : merged.fields);
  };

  if (stored.value) {
    const failure = await takeStored(stored.value);
    if (failure) return { failure };
  }
  const left = await journal.left(page).catch(() => {
    isFull = true;
    return [];
  });
  const takeAllLeft = async () => {
    for (const entry of left) {
      await whenChosen();
      if (entry.tab !== tab && !isStopped) await takeLeft(entry);
    }
  };

  const keeper: Keeper = {
    fields: () => fields,
    base: () => base,
    version: () => version,
    choice: () => choice,
    problem: () => problem,
    isJournalFull: () => isFull,
    place: () => {
      if (waiting === "refused") return "refused";
      if (waiting === "signed out") return "signed out";
      if (!hasUnsent()) return hasUnsaved() ? "kept" : "saved";
      return waiting === "away" ? "here" : "sending";
    },
    type: (typed) => {
      fields = typed;
      if (waiting === "refused") succeed();
      scheduleJournal();
      scheduleCopy(isFull ? 0 : copyMs);
      changed();
    },
    flush: async () => {
      cancelCopy?.();
      cancelCopy = undefined;
      await writeJournal();
      await inTurn(sendCopy);
    },
    save: () =>
      inTurn(async () => {
        if (pending) {
          const earlier = await settleSave(pending);
          if ("failure" in earlier && earlier.failure.kind !== "other revision") return earlier;
        }
        for (let attempt = 1; ; attempt++) {
          if (choice) return { failure: { kind: "other revision" } };
          if (!hasUnsaved()) return { value: { revisionId: base.revisionId } };
          const answer = await settleSave({ key: newKey(), base, fields, version });
          if ("value" in answer || answer.failure.kind !== "other revision" || attempt === 3) return answer;
        }
      }),
    resume: () => {
      if (waiting === "away" || waiting === "signed out") {
        waiting = undefined;
        retries = 0;
        cancelCopy?.();
        cancelCopy = undefined;
        scheduleCopy(0);
      }
    },
    stop: () => {
      isStopped = true;
      cancelJournal?.();
      cancelCopy?.();
    },
  };
  void takeAllLeft();
  return { value: keeper };
};

const digestOfCopy = ({
  base_revision_id,
  fields,
}: Pick<StoredCopy, "base_revision_id" | "fields">): string => digestOf({ base_revision_id, fields } as Json);
