import { isReading } from "#lib/database-meter.ts";
import { SizedCache } from "#lib/sized-cache.ts";
import { answerOperationsBy } from "#lib/store/direct-requests.ts";
import { type AnswerRequests, answerRequestsBy, type SignedAnswer } from "#lib/store/signed-exchange.ts";
import { changesOf, type DatabaseChanges } from "./database-changes.ts";
import { knownItems } from "./known-items.ts";

/** Requests and their answers, in characters. */
const maxLength = 1_048_576;

/**
 * The longest answer that is kept. Longer ones are contents of pages, which the catalog keeps in a form of
 * its own. With both in memory, garbage collection took a fifth more CPU for a page of a blog.
 */
const maxAnswerLength = 4_096;

/**
 * Keeps the engine's answers to reads for as long as nothing is written to its database, and items for as
 * long as nobody else writes to it (known-items.ts). SQLite says in 3 µs whether it has changed, where a
 * request to the engine takes 400. Each call of `begin` opens the database anew, for an engine that has just
 * been started: its file may be another one. After `end`, nothing is kept any more.
 */
export const answerKeeper = (databaseFile: string) => {
  let changes: DatabaseChanges | undefined;
  let isEnded = false;
  const close = () => {
    answerRequestsBy();
    answerOperationsBy();
    changes?.close();
    changes = undefined;
  };
  return {
    begin: (): void => {
      close();
      if (!isEnded) changes = changesOf(databaseFile);
      if (!changes) return;
      answerRequestsBy(keptUntilChanged(changes.version));
      answerOperationsBy(knownItems(changes));
    },
    end: (): void => {
      isEnded = true;
      close();
    },
  };
};

/** What was answered while the database had the version. */
interface Kept {
  readonly version: number;
  readonly answers: SizedCache<SignedAnswer>;
}

const keptUntilChanged = (readVersion: () => number | undefined): AnswerRequests => {
  let newest: Kept | undefined;
  return async (operation, body, send) => {
    const version = isReading(operation) ? readVersion() : undefined;
    if (version === undefined) return send();
    if (newest?.version !== version) newest = { version, answers: new SizedCache(maxLength) };
    // Of the version before the request is sent: what is answered now may be of a later one.
    const { answers } = newest;
    const key = `${operation} ${body}`;
    const kept = answers.find(key);
    if (kept) return kept;
    const answer = await send();
    const { status, body: text } = answer;
    if (status === 200 && text.length <= maxAnswerLength) answers.keep(key, answer, key.length + text.length);
    return answer;
  };
};
