import { setTimeout as pause } from "node:timers/promises";
import { mayPass } from "#lib/refusals/engine-fault.ts";

/**
 * The time of one attempt at a request to DynamoDB. Four with pauses, plus `sendLimitMs` (change-number.ts),
 * must stay below `abandonedAfterMs` (changes.ts).
 */
export const databaseAttemptMs = 3_000;

const maxAttempts = 3;

/** The pause before the second attempt and the third; longer while an engine throttles. */
const pauseMs = (retry: number, isThrottled: boolean): number =>
  Math.random() * 2 ** retry * (isThrottled ? 500 : 100);

const attemptAfter = (retries: number) => ({
  getRetryCount: () => retries,
  getRetryCost: () => 0,
  // The pause is over when the token is given.
  getRetryDelay: () => 0,
});

type AttemptToken = ReturnType<typeof attemptAfter>;

/** An attempt as the SDK reports it. */
interface FailedAttempt {
  readonly errorType: "CLIENT_ERROR" | "SERVER_ERROR" | "THROTTLING" | "TRANSIENT";
  readonly error?: unknown;
}

/**
 * The number of attempts of the AWS SDK. Its own strategy would stop repeating once some fifty requests have
 * failed, until as many succeed again. But most requests to DynamoDB succeed without the SDK, which never
 * learns of them.
 */
export const retries = {
  acquireInitialRetryToken: async () => attemptAfter(0),
  refreshRetryTokenForRetry: async (token: AttemptToken, { errorType, error }: FailedAttempt) => {
    const retry = token.getRetryCount() + 1;
    const mayHelp = errorType !== "CLIENT_ERROR" || mayPass(error);
    if (!mayHelp || retry >= maxAttempts) throw error;
    await pause(pauseMs(retry - 1, errorType === "THROTTLING"));
    return attemptAfter(retry);
  },
  recordSuccess: () => {},
};
