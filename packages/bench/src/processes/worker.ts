import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { certain } from "#bench/lectern/tools.ts";
import { environmentWith } from "./environment.ts";
import { benchOf, type Tree, thisTree } from "./tree.ts";

/** A process that answers one question after the other; disposing of it ends it. */
export interface Worker<Question, Answer> extends AsyncDisposable {
  /** Rejects if the process ends instead. */
  readonly ask: (question: Question) => Promise<Answer>;
  readonly pid: number;
}

/** Starts a file of the benchmark as a process with modules of its own. The file calls `answerQuestions`. */
export const startWorker = <Question extends object, Answer>(
  file: string,
  settings: Readonly<Record<string, string>>,
  tree: Tree = thisTree,
): Worker<Question, Answer> => {
  const child = fork(join(benchOf(tree), file), { env: environmentWith(settings), execArgv: [] });
  let waiting = Promise.withResolvers<Answer>();
  child.on("message", (answer: Answer) => waiting.resolve(answer));
  child.on("error", (error) => waiting.reject(error));
  child.on("exit", (status) => {
    waiting.reject(new Error(`The process of ${file} ended with status ${status} before it had answered.`));
  });
  return {
    pid: certain(child.pid),
    ask: (question) => {
      waiting = Promise.withResolvers<Answer>();
      child.send(question);
      return waiting.promise;
    },
    [Symbol.asyncDispose]: async () => {
      waiting.promise.catch(() => {});
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
};

export const askOnce = async <Question extends object, Answer>(
  file: string,
  settings: Readonly<Record<string, string>>,
  question: Question,
  tree: Tree = thisTree,
): Promise<Answer> => {
  await using worker = startWorker<Question, Answer>(file, settings, tree);
  return await worker.ask(question);
};

/** Answers questions of the parent process until either ends. */
export const answerQuestions = <Question, Answer extends object>(
  answer: (question: Question) => Promise<Answer>,
): void => {
  process.on("message", async (question: Question) => process.send?.(await answer(question)));
  process.on("disconnect", () => process.exit());
};
