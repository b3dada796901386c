import { setTimeout as pause } from "node:timers/promises";
import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { mayPass } from "#lib/refusals/engine-fault.ts";

type Strategy = Extract<DynamoDBClientConfig["retryStrategy"], { acquireInitialRetryToken: unknown }>;

const maxAttempts = 3;

/** Before the second attempt and the third; longer while DynamoDB throttles. */
const pauseMs = (retry: number, isThrottled: boolean): number =>
  Math.random() * 2 ** retry * (isThrottled ? 500 : 100);

const attemptAfter = (retries: number) => ({
  getRetryCount: () => retries,
  getRetryCost: () => 0,
  // The pause is over when the token is given.
  getRetryDelay: () => 0,
});

/**
 * How often the SDK sends a request. Its own strategy would stop repeating once some fifty requests have
 * failed, until as many succeed again; but what succeeds is mostly sent without the SDK, which never hears of
 * it.
 */
export const retries: Strategy = {
  acquireInitialRetryToken: async () => attemptAfter(0),
  refreshRetryTokenForRetry: async (token, { errorType, error }) => {
    const retry = token.getRetryCount() + 1;
    const mayHelp = errorType !== "CLIENT_ERROR" || mayPass(error);
    if (!mayHelp || retry >= maxAttempts) throw error;
    await pause(pauseMs(retry - 1, errorType === "THROTTLING"));
    return attemptAfter(retry);
  },
  recordSuccess: () => {},
};
