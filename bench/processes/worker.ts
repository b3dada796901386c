import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { environmentWith } from "./environment.ts";

/** A process that answers questions, one after the other. */
export interface Worker<Question, Answer> {
  readonly pid: number;
  /** Rejects when the process ends instead of answering. */
  readonly ask: (question: Question) => Promise<Answer>;
  readonly end: () => Promise<void>;
}

/** Starts a file of the benchmark as a process of its own, whose modules know nothing of any other store. The file calls `answerQuestions`. */
export const startWorker = <Question extends object, Answer>(
  file: string,
  settings: Readonly<Record<string, string>>,
): Worker<Question, Answer> => {
  const program = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const child = fork(program, { env: environmentWith(settings), execArgv: [] });
  return {
    pid: child.pid!,
    ask: async (question) => {
      child.send(question);
      const [answer] = await Promise.race([once(child, "message"), untimelyEnd(child, file)]);
      return answer as Answer;
    },
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
};

const untimelyEnd = async (child: ChildProcess, file: string): Promise<never> => {
  const [status] = await once(child, "exit");
  throw new Error(`The process of ${file} ended with status ${status} before it had answered.`);
};

/** Asks a new process one question. */
export const askOnce = async <Question extends object, Answer>(
  file: string,
  settings: Readonly<Record<string, string>>,
  question: Question,
): Promise<Answer> => {
  const worker = startWorker<Question, Answer>(file, settings);
  try {
    return await worker.ask(question);
  } finally {
    await worker.end();
  }
};

/** Answers the questions of the process that started this one, until it ends it. */
export const answerQuestions = <Question, Answer extends object>(
  answer: (question: Question) => Promise<Answer>,
): void => {
  process.on("message", async (question: Question) => process.send?.(await answer(question)));
};
