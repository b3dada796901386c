import { firstError } from "./first-error.ts";
import { PlainError } from "./plain-error.ts";
import type { Service } from "./service.ts";

/**
 * Waits until somebody ends the service, `end` is rejected, or the disk refuses what was written, and stops
 * it. Throws a {@link PlainError} for a disk that refuses, whatever else fails because of it: the message of
 * what it has refused first.
 */
export const stopAtEnd = async (
  { failed, stop }: Pick<Service, "failed" | "stop">,
  end: Promise<unknown>,
): Promise<void> => {
  const [ending] = await Promise.allSettled([Promise.race([end, failed])]);
  const stopFailure = await stop().catch(inWords);
  const refused = await Promise.race([failed, undefined]);
  if (refused) throw refused;
  if (ending.status === "rejected") throw ending.reason;
  if (stopFailure) throw stopFailure;
};

/** A mistake of the program stays as it is, with its stack. */
const inWords = (thrown: unknown): unknown => {
  const error = firstError(thrown);
  const { message, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  return new PlainError(
    `The service has ended, but the system refused one of its last steps (${message}); look at the data directory, and at its disk. A later start needs none of these steps.`,
    { cause: thrown },
  );
};
