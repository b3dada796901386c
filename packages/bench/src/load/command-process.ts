import { openStore } from "#bench/lectern/one-machine.ts";
import { publishPage } from "#bench/lectern/pages.ts";
import { certain, clock } from "#bench/lectern/tools.ts";
import { answerQuestions } from "#bench/processes/worker.ts";

/** Pages to publish, again and again, for so long. */
export interface CommandWork {
  readonly data: string;
  readonly pageIds: readonly number[];
  readonly durationMs: number;
}

export interface CommandDone {
  readonly published: number;
}

let opened: Promise<unknown> | undefined;

/** Opens the folder once, as a command does. */
const open = (data: string): Promise<unknown> => {
  opened ??= openStore({ data }, { environment: {} });
  return opened;
};

/** More than any command does at once. */
const concurrency = 8;

answerQuestions(async ({ data, pageIds, durationMs }: CommandWork): Promise<CommandDone> => {
  await open(data);
  const endsAtMs = clock.monotonicMs() + durationMs;
  let published = 0;
  const publishOn = async (first: number): Promise<void> => {
    for (let turn = first; clock.monotonicMs() < endsAtMs; turn += concurrency) {
      await publishPage(certain(pageIds[turn % pageIds.length]), { publisherId: null, permit: () => {} });
      published++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, first) => publishOn(first)));
  return { published };
});
