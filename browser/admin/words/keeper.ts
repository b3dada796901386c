import { areSame } from "#lib/json.ts";
import { changedParts } from "./changed-parts.ts";
import {
  afterCopy,
  afterSave,
  contentOf,
  isOpenAfter,
  isSent,
  knownOf,
  sharedWithCopy,
  sharedWithRevision,
  wholeOf,
  withCopy,
} from "./known.ts";
import { type Stored, settleLeft, sharedWithScreen } from "./left.ts";
import { changesOf, type Fields, isOpen, merge } from "./merge.ts";
import type {
  Arrival,
  Base,
  Choice,
  Failure,
  Keeper,
  KeeperOptions,
  Known,
  Outcome,
  PendingSave,
  StoredCopy,
} from "./ports.ts";

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
  let isFull = false;
  const entries = await journal.left(page).catch(() => {
    isFull = true;
    return [];
  });
  const settled = await settleLeft(
    entries.filter((entry) => entry.tab !== tab),
    service,
  );
  if ("failure" in settled) return settled;
  const read = await service.read();
  if ("failure" in read) return read;
  const copy = await service.readCopy();
  if ("failure" in copy) return copy;

  const left = [...settled.value];
  let known: Known = knownOf(read.value);
  let fields = known.base.fields;
  let choice: Choice | undefined;
  let problem: ReturnType<Keeper["problem"]>;
  let waiting: Failure["kind"] | undefined;
  let retries = 0;
  let isStopped = false;
  let cancelJournal: (() => void) | undefined;
  let nextCopy: { readonly at: number; readonly cancel: () => void } | undefined;
  /** The request that is under way; there is one at a time. */
  let work: Promise<unknown> = Promise.resolve();

  const hasUnsent = () => Object.keys(changesOf(known.copied, fields)).length > 0;
  const hasUnsaved = () => Object.keys(changesOf(known.base.fields, fields)).length > 0;

  // --- the browser's store -----------------------------------------------------------------------------------

  const writeJournal = async () => {
    cancelJournal?.();
    cancelJournal = undefined;
    try {
      if (hasUnsent() || known.save || known.sent)
        await journal.put({ ...known, page, tab, fields, at: timer.now() });
      else await journal.remove(page, tab);
      isFull = false;
    } catch {
      isFull = true;
      if (waiting !== "away") scheduleCopy(0);
    }
    changed();
  };
  const scheduleJournal = () => {
    cancelJournal ??= timer.after(journalMs, () => void writeJournal());
  };

  // --- the working copy --------------------------------------------------------------------------------------

  /** Sends the working copy after a time, or earlier if that was said before. */
  const scheduleCopy = (ms: number) => {
    const at = timer.now() + ms;
    if (isStopped || choice || waiting === "refused" || (nextCopy && nextCopy.at <= at)) return;
    nextCopy?.cancel();
    const cancel = timer.after(ms, () => {
      nextCopy = undefined;
      void inTurn(sendCopy);
    });
    nextCopy = { at, cancel };
  };
  const unscheduleCopy = () => {
    nextCopy?.cancel();
    nextCopy = undefined;
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
    if (known.save && "failure" in (await settleSave(known.save))) return;
    const isRepeated = known.sent !== undefined;
    if (choice || !(isRepeated || hasUnsent())) return;
    const sent = known.sent ?? { base: known.base, fields };
    known = { ...known, sent };
    // First here: if this tab ends before the answer, another one has to know what may be stored.
    await writeJournal();
    const answer = await service.putCopy({ ...contentOf(sent), version: known.version });
    if ("failure" in answer) {
      if (answer.failure.kind === "refused") known = { ...known, sent: undefined };
      return fail(answer.failure);
    }
    if (waiting === "refused") problem = undefined;
    succeed();
    known = afterCopy(known, answer.value.version, sent);
    await writeJournal();
    if (hasUnsent()) scheduleCopy(isRepeated || isFull ? 0 : copyMs);
  };

  /** Sends a save, perhaps again, and takes its answer. */
  const settleSave = async (save: PendingSave): ReturnType<Keeper["save"]> => {
    known = { ...known, save };
    await writeJournal();
    const answer = await service.save(save);
    if ("failure" in answer) {
      if (!isOpenAfter(answer.failure)) known = { ...known, save: undefined };
      await fail(answer.failure);
      return answer;
    }
    known = afterSave(known, save, answer.value);
    problem = undefined;
    succeed();
    await writeJournal();
    if (hasUnsent()) scheduleCopy(copyMs);
    return { value: { revisionId: known.base.revisionId } };
  };

  const succeed = () => {
    waiting = undefined;
    retries = 0;
  };

  const fail = async (failure: Failure): Promise<void> => {
    waiting = failure.kind;
    if (failure.kind === "away") {
      unscheduleCopy();
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

  // --- what comes from elsewhere -----------------------------------------------------------------------------

  /** Another tab or device has written the working copy, or ended it. */
  const takeCopy = async (stored: StoredCopy | null): Promise<void> => {
    waiting = undefined;
    if (!stored) return takeRevision(true);
    const begun = await revisionOf(stored);
    if ("failure" in begun) return fail(begun.failure);
    const settle = () => {
      known = withCopy(known, stored, begun.value);
    };
    if (isSent(known, stored)) {
      settle();
      return scheduleCopy(0);
    }
    const arrival = { from: "other tab", at: Date.parse(stored.updated_at), client: stored.client } as const;
    const theirs = wholeOf(stored, begun.value);
    await take(sharedWithCopy(known, begun.value, theirs), theirs, arrival, settle);
  };

  /** The page was saved elsewhere, and perhaps the working copy has ended with that. */
  const takeRevision = async (hasEnded = false): Promise<void> => {
    waiting = undefined;
    const latest = await service.read();
    if ("failure" in latest) return fail(latest.failure);
    const shared = hasEnded ? sharedWithRevision(known, latest.value) : known.base.fields;
    const arrival = { from: "revision", at: timer.now(), client: null } as const;
    await take(shared, latest.value.fields, arrival, () => {
      known = hasEnded ? knownOf(latest.value) : { ...known, base: latest.value };
    });
  };

  /** Merges what came from elsewhere into what stands on the screen, or lets somebody choose. */
  const take = async (
    was: Fields,
    theirs: Fields,
    arrival: Pick<Arrival, "from" | "at" | "client"> & { readonly isMerged?: boolean },
    settle: () => void,
    done: () => Promise<void> = async () => {},
  ): Promise<void> => {
    const mine = fields;
    const merged = merge(was, mine, theirs);
    const isMerged = arrival.isMerged ?? !areSame(was, mine);
    const adopt = async (chosen: Fields) => {
      const parts = changedParts(fields, chosen);
      const since = known.base.revisionId;
      fields = chosen;
      settle();
      const until = known.base.revisionId;
      if (parts.length > 0) arrived({ ...arrival, parts, since, until, isMerged });
      await writeJournal();
      await done();
      scheduleCopy(0);
    };
    if (!isOpen(merged)) return adopt(merged.fields);
    choice = {
      merged,
      from: arrival.from,
      resolve: async (chosen) => {
        if (!choice) return;
        choice = undefined;
        // What was typed since the question came is merged into what is chosen, and may need another choice.
        await take(mine, chosen, { ...arrival, isMerged }, settle, done);
        await inTurn(takeLeft);
      },
    };
    // The question stands there before the store has answered.
    changed();
    await writeJournal();
  };

  /** The revision that a working copy is a change of. */
  const revisionOf = async (stored: StoredCopy): Promise<Outcome<Base>> =>
    stored.base_revision_id === known.base.revisionId
      ? { value: known.base }
      : service.readRevision(stored.base_revision_id);

  // --- what was left -----------------------------------------------------------------------------------------

  const takeStored = async (stored: StoredCopy): Promise<Outcome<Stored["copy"]>> => {
    const begun = await revisionOf(stored);
    if ("failure" in begun) return begun;
    const latest = known.base;
    const whole = wholeOf(stored, begun.value);
    const parts = changedParts(begun.value.fields, whole);
    known = withCopy(knownOf(begun.value), stored, begun.value);
    fields = whole;
    const { client, updated_at } = stored;
    if (parts.length > 0)
      arrived({
        ...{ from: "working copy", at: Date.parse(updated_at), client, parts },
        ...{ since: latest.revisionId, until: latest.revisionId, isMerged: false },
      });
    if (latest.revisionId !== known.base.revisionId) {
      const arrival = { from: "revision", at: timer.now(), client: null } as const;
      await take(known.base.fields, latest.fields, arrival, () => {
        known = { ...known, base: latest };
      });
    }
    return { value: { stored, whole, begun: begun.value } };
  };

  /** Takes over what other tabs have left, one entry after the other, until somebody has to choose. */
  const takeLeft = async (): Promise<void> => {
    while (!choice && !isStopped) {
      const entry = left.shift();
      if (!entry) return;
      const arrival = { from: "this browser", at: entry.at, client: null } as const;
      const shared = sharedWithScreen(entry, stored, fields);
      // First it is in this tab's entry, then out of the other one: between the two it is twice, and merges.
      const remove = async () => {
        if (!isFull) await journal.remove(page, entry.tab).catch(() => {});
      };
      await take(shared, entry.fields, arrival, () => {}, remove);
    }
  };

  const stored: Stored = { latest: read.value, copy: undefined };
  if (copy.value) {
    const taken = await takeStored(copy.value);
    if ("failure" in taken) return taken;
    Object.assign(stored, { copy: taken.value });
  }

  const keeper: Keeper = {
    fields: () => fields,
    base: () => known.base,
    version: () => known.version,
    choice: () => choice,
    problem: () => problem,
    isJournalFull: () => isFull,
    place: () => {
      if (waiting === "refused") return "refused";
      if (waiting === "signed out") return "signed out";
      // What was left by other tabs is only in this browser until it is taken over.
      if (left.length > 0 || choice) return "sending";
      if (!hasUnsent()) return hasUnsaved() ? "kept" : "saved";
      return waiting === "away" ? "here" : "sending";
    },
    type: (typed) => {
      fields = typed;
      problem = undefined;
      if (waiting === "refused") succeed();
      scheduleJournal();
      // Without an answer, the next try comes in its own time.
      if (waiting !== "away") scheduleCopy(isFull ? 0 : copyMs);
      changed();
    },
    flush: async () => {
      unscheduleCopy();
      await writeJournal();
      // What is repeated or merged is followed by another request.
      for (let round = 0; round < 4 && (round === 0 || (hasUnsent() && !waiting && !choice)); round++)
        await inTurn(sendCopy);
    },
    save: () =>
      inTurn(async () => {
        if (known.save) {
          const earlier = await settleSave(known.save);
          if ("failure" in earlier && earlier.failure.kind !== "other revision") return earlier;
        }
        for (let attempt = 1; ; attempt++) {
          if (choice) return { failure: { kind: "other revision" } };
          if (!hasUnsaved()) return { value: { revisionId: known.base.revisionId } };
          const answer = await settleSave({
            key: newKey(),
            base: known.base,
            fields,
            version: known.version,
          });
          if ("value" in answer || answer.failure.kind !== "other revision" || attempt === 3) return answer;
        }
      }),
    resume: () => {
      if (waiting === "away" || waiting === "signed out") {
        waiting = undefined;
        retries = 0;
        unscheduleCopy();
        scheduleCopy(0);
      }
    },
    stop: () => {
      isStopped = true;
      cancelJournal?.();
      unscheduleCopy();
    },
  };
  void inTurn(takeLeft);
  return { value: keeper };
};
