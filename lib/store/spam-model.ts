import { inflateRawSync } from "node:zlib";
import { clock } from "#lib/clock.ts";
import type { SpamModel } from "#lib/pages/spam-score.ts";
import { tableName } from "#lib/settings/database.ts";
import { settledInOrder } from "#lib/settled.ts";
import { absent, any, below, equal, isNew, type Write } from "#lib/store/port/table-store.ts";
import { deflated } from "./deflated.ts";
import { getItem, putItem, updateItem } from "./items.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys } from "./table.ts";

/** The model and its version; 0 if nothing was learned yet. */
export interface StoredSpamModel {
  readonly version: number;
  readonly model: SpamModel | null;
}

/** One request, of at most some forty read units. */
export const readSpamModel = async (): Promise<StoredSpamModel> => {
  const item = await getItem(keys.spamModel());
  if (!item) return { version: 0, model: null };
  const model = JSON.parse(inflateRawSync(item.model).toString()) as SpamModel;
  return { version: item.version, model };
};

const keptMs = 60_000;

let kept: { readonly table: string; readonly readAtMs: number; readonly model: SpamModel | null } | undefined;

/** The model as it was within the last minute, or the given time. At most one request. */
export const recentSpamModel = async (maxAgeMs = keptMs): Promise<SpamModel | null> => {
  const [table, nowMs] = [tableName(), clock.monotonicMs()];
  if (kept?.table !== table || nowMs - kept.readAtMs > maxAgeMs)
    kept = { table, readAtMs: nowMs, model: (await readSpamModel()).model };
  return kept.model;
};

/** Waits for other work and reads the model meanwhile, so that it is in memory afterwards. */
export const besideSpamModel = async <Result>(work: Promise<Result>): Promise<Result> =>
  (await settledInOrder([work, recentSpamModel()]))[0];

/** The number of moderators' decisions so far, and the number at which the model learns again. */
export interface Lessons {
  readonly decisions: number;
  readonly nextLesson: number;
}

const lessonsIn = ({ decisions = 0, nextLesson = 0 }: StoredItems["lessons"] = {}): Lessons => ({
  decisions,
  nextLesson,
});

/** Counts a moderator's decision. One that does not teach fails if a lesson has become due meanwhile. */
export const countDecision = ({ nextLesson }: Lessons, teaches: boolean): Write =>
  updateItem(
    keys.lessons(),
    { add: { decisions: 1 } },
    teaches ? undefined : any(absent("decisions"), below("decisions", nextLesson - 1)),
  );

/** One request. */
export const readLessons = async (): Promise<Lessons> => lessonsIn(await getItem(keys.lessons()));

/** Sets how many decisions have to be counted until the model learns again. */
export const setNextLesson = (nextLesson: number): Write =>
  updateItem(keys.lessons(), { set: { nextLesson } });

/** Replaces the model, if it is unchanged since it was read. */
export const putSpamModel = (model: SpamModel, { version }: StoredSpamModel): Write =>
  putItem(
    keys.spamModel(),
    { version: version + 1, model: deflated(JSON.stringify(model)) },
    version === 0 ? isNew : equal("version", version),
  );
