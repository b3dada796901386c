import { AsyncLocalStorage } from "node:async_hooks";
import { vi } from "vitest";
import { openFiles } from "#lib/files/open-files.ts";
import { aroundCommands } from "./around-commands.ts";

/** Thrown instead of an answer. */
class Fault extends Error {}

/**
 * How a step fails: without effect, after it took effect, or together with all later steps, as when a process
 * ends.
 */
export type Failure = "before" | "after" | "for good";

let stepsLeft = Number.POSITIVE_INFINITY;
let failure: Failure = "before";

const others = new AsyncLocalStorage<true>();

/** Does what another process would do meanwhile, of which no step fails. */
export const byOthers = <Result>(work: () => Result): Result => others.run(true, work);

const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (others.getStore()) return work();
  const fails = failure === "for good" ? stepsLeft <= 0 : stepsLeft === 0;
  stepsLeft--;
  if (fails && failure !== "after") throw new Fault();
  const result = await work();
  if (fails) throw new Fault();
  return result;
};

const install = async (): Promise<() => void> => {
  const stop = aroundCommands(step);
  const files = await openFiles();
  const { put, copy, delete: remove } = files;
  const { complete } = files.uploads;
  const spies = [
    vi.spyOn(files, "put").mockImplementation((...given) => step(() => put(...given))),
    vi.spyOn(files, "copy").mockImplementation((...given) => step(() => copy(...given))),
    vi.spyOn(files, "delete").mockImplementation((key) => step(() => remove(key))),
    vi.spyOn(files.uploads, "complete").mockImplementation((...given) => step(() => complete(...given))),
  ];
  return () => {
    stop();
    stepsLeft = Number.POSITIVE_INFINITY;
    for (const spy of spies) spy.mockRestore();
  };
};

/**
 * Does the work while one step fails, counted from 0: a request to DynamoDB or a change of a file. True if
 * the work reached that step. Errors are passed on.
 */
export const failingAt = async (
  index: number,
  how: Failure,
  work: () => Promise<unknown>,
): Promise<boolean> => {
  const uninstall = await install();
  stepsLeft = index;
  failure = how;
  try {
    await work();
    return stepsLeft < 0;
  } finally {
    uninstall();
  }
};
