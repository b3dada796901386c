import { commitDecision } from "#lib/store/commit.ts";
import {
  expectFiles,
  type LeftoverFiles,
  readExpectedFiles,
  resolveExpectedFiles,
} from "#lib/store/leftover-files.ts";
import { removeLeftoverFiles } from "./remove-leftover-files.ts";

/**
 * Notes the files of a change, whose keys no other change has, and does the work, which stores them and
 * resolves or claims the note in the transaction that names them. If it fails, they are removed, unless a
 * transaction whose outcome was unknown has named them. What cannot be removed now is removed by the job.
 */
export const withExpectedFiles = async <Result>(
  expected: LeftoverFiles,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    await commitDecision(async () => ({ writes: [expectFiles(expected)], value: undefined }));
    return await work();
  } catch (error) {
    await giveUp(expected).catch(() => {});
    throw error;
  }
};

const giveUp = async (expected: LeftoverFiles): Promise<void> => {
  const leftover = await commitDecision<LeftoverFiles | undefined>(async () => {
    const open = await readExpectedFiles(expected);
    return { writes: open ? [resolveExpectedFiles(open)] : [], value: open };
  });
  if (leftover) await removeLeftoverFiles(leftover);
};
