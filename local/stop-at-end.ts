import { isEngineFault } from "#lib/refusals/engine-fault.ts";
import { isStorageFull } from "#lib/refusals/storage-full.ts";
import { firstError } from "./first-error.ts";
import { PlainError } from "./plain-error.ts";
import type { Service } from "./service.ts";

/**
 * Waits until somebody ends the service, or the disk refuses what was written, and stops it. Throws a
 * {@link PlainError} for a disk that refuses: the message of what it has refused first.
 */
export const stopAtEnd = async (
  { failed, stop }: Pick<Service, "failed" | "stop">,
  end: Promise<unknown>,
): Promise<void> => {
  const failure = await Promise.race([end, failed]);
  const stopFailure = await stop().catch(inWords);
  if (failure instanceof PlainError) throw failure;
  if (stopFailure) throw stopFailure;
};

/** A mistake of the program stays as it is, with its stack. */
const inWords = (thrown: unknown): unknown => {
  const error = firstError(thrown);
  if (!isEngineFault(error) && !isStorageFull(error)) return error;
  return new PlainError(
    `The service has ended, but the disk refused one of its last steps (${(error as Error).message}). Nothing is lost, and the next start does that step; look at the disk before.`,
    { cause: thrown },
  );
};
