import { DatabaseSync } from "node:sqlite";
import { isReading } from "#lib/database-meter.ts";
import { SizedCache } from "#lib/sized-cache.ts";
import { answerRequestsBy, type SignedAnswer } from "#lib/store/signed-exchange.ts";

/** Requests and their answers, in characters. */
const maxLength = 1_048_576;

/**
 * The longest answer that is kept. Longer ones have contents, which the catalog keeps in its own form; kept
 * here too, they only grew old enough to be expensive to collect: a page of a blog took a fifth more CPU.
 */
const maxAnswerLength = 4_096;

/**
 * Keeps the engine's answers to reads for as long as nothing is written to its database. SQLite says so in
 * 3 µs, where a request to the engine takes 400. Each call of `begin` opens the database anew, for an engine
 * that has just been started: its file may be another one. After `end`, nothing is kept any more.
 */
export const answerKeeper = (databaseFile: string) => {
  let database: DatabaseSync | undefined;
  let isEnded = false;
  const close = () => {
    answerRequestsBy();
    database?.close();
    database = undefined;
  };
  return {
    begin: (): void => {
      close();
      if (!isEnded) database = opened(databaseFile);
      if (database) answerRequestsBy(keptUntilChanged(versionsOf(database)));
    },
    end: (): void => {
      isEnded = true;
      close();
    },
  };
};

/** Undefined if it cannot be read here: then each read asks the engine. */
const opened = (databaseFile: string): DatabaseSync | undefined => {
  try {
    return new DatabaseSync(databaseFile, { readOnly: true });
  } catch {
    return undefined;
  }
};

/**
 * A number that another connection's commit changes; undefined if it cannot be read now. Source: SQLite,
 * "Pragma statements", `data_version`.
 */
const versionsOf = (database: DatabaseSync) => {
  const statement = database.prepare("PRAGMA data_version");
  return (): number | undefined => {
    try {
      return statement.get()?.data_version as number;
    } catch {
      return undefined;
    }
  };
};

/** What was answered while the database had the version. */
interface Kept {
  readonly version: number;
  readonly answers: SizedCache<SignedAnswer>;
}

const keptUntilChanged = (readVersion: () => number | undefined): Parameters<typeof answerRequestsBy>[0] => {
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
