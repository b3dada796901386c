import { CloudFrontClient, CreateInvalidationCommand } from "@aws-sdk/client-cloudfront";
import { clock } from "#lib/clock.ts";
import { retries } from "#lib/retries.ts";
import { absent, any, below } from "#lib/store/port/table-store.ts";
import { TimedHandler } from "#lib/timed-handler.ts";
import { conditionHolds } from "./condition-errors.ts";
import { updateItem } from "./items.ts";
import { keys } from "./table.ts";
import { tableStore } from "./table-store.ts";

/** AWS charges nothing for so many in a month; each further one costs half a cent. */
const maxInvalidationsInMonth = 1_000;

/**
 * Lets CloudFront forget all its copies, files of media included, because a change may show on any page.
 * False if the month's free requests are used up; copies then end with their time. A request of the same name
 * is done once.
 */
export const invalidatePages = async (distribution: string, name: string): Promise<boolean> => {
  if (!(await countInvalidation(clock.now().slice(0, 7)))) return false;
  const client = new CloudFrontClient({
    retryStrategy: retries,
    requestHandler: new TimedHandler({}, attemptMs),
  });
  const InvalidationBatch = { CallerReference: name, Paths: { Quantity: 1, Items: ["/*"] } };
  await client.send(new CreateInvalidationCommand({ DistributionId: distribution, InvalidationBatch }));
  return true;
};

/** Silence for this long ends an attempt, of which there are three. */
const attemptMs = 5_000;

const countInvalidation = (month: string): Promise<boolean> =>
  conditionHolds(
    tableStore().write(
      updateItem(
        keys.invalidations(month),
        {
          add: { requests: 1 },
          set: { expires_at: Math.ceil(clock.nowMs() / 1_000) + countedSeconds },
        },
        any(absent("requests"), below("requests", maxInvalidationsInMonth)),
      ),
    ),
  );

/** Longer than a month. */
const countedSeconds = 40 * 86_400;
