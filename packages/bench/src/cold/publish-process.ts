import { publishPage } from "#bench/lectern/pages.ts";
import { answerQuestions } from "#bench/processes/worker.ts";

/** Pages to publish again. */
export interface Publications {
  readonly pageIds: readonly number[];
}

const concurrency = 8;

answerQuestions(async ({ pageIds }: Publications) => {
  const waiting = [...pageIds];
  const publishOn = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
      await publishPage(id, { publisherId: null, permit: () => {} });
  };
  await Promise.all(Array.from({ length: concurrency }, publishOn));
  return { published: pageIds.length };
});
