import type { Delivery } from "#lib/site/webhook.ts";
import { equal, isNew, type WriteCondition } from "#lib/store/port/condition.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { getItem, getItems, queryItems } from "./client.ts";
import { latestTimeMs } from "./log-time.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys, padded } from "./table.ts";
import { putItem } from "./typed-writes.ts";

const daySeconds = 24 * 3_600;

/** How long deliveries are kept after their last change: what was not delivered for a year. */
const keptSeconds = { delivered: 30 * daySeconds, failed: 365 * daySeconds, waiting: 365 * daySeconds };

const deliveryIn = ({ delivery }: StoredItems["waitingDelivery"]): Delivery =>
  JSON.parse(delivery) as Delivery;

const keyOf = ({ state, webhookId, id }: Delivery) =>
  state === "waiting" ? keys.waitingDelivery(webhookId, id) : keys.finishedDelivery(webhookId, id);

const put = (delivery: Delivery, condition?: WriteCondition): Write =>
  putItem(
    keyOf(delivery),
    {
      delivery: JSON.stringify(delivery),
      version: delivery.version,
      // What waits must not be gone because the clock was put back when it was queued.
      expires_at: Math.floor(latestTimeMs() / 1000) + keptSeconds[delivery.state],
    },
    condition,
  );

/** All that is to be sent, or all to one webhook: by webhook, then by id. One request per megabyte. */
export const readWaitingDeliveries = async (webhookId?: number): Promise<Delivery[]> => {
  const prefix = webhookId === undefined ? "" : `${padded(webhookId)}#`;
  return (await queryItems({ pk: keys.waitingDelivery(0, 0).pk, ...(prefix && { prefix }) })).map(deliveryIn);
};

/** The newest that were sent to a webhook or have failed, newest first. One request per megabyte. */
export const readFinishedDeliveries = async (webhookId: number, limit: number): Promise<Delivery[]> =>
  (await queryItems({ pk: keys.finishedDelivery(webhookId, 0).pk, backwards: true, limit }))
    .slice(0, limit)
    .map(deliveryIn);

/** One request. */
export const readDelivery = async (webhookId: number, id: number): Promise<Delivery | undefined> => {
  const [waiting, finished] = await getItems([
    keys.waitingDelivery(webhookId, id),
    keys.finishedDelivery(webhookId, id),
  ]);
  const item = waiting ?? finished;
  return item && deliveryIn(item);
};

/** One request. */
export const readWaitingDelivery = async (webhookId: number, id: number): Promise<Delivery | undefined> => {
  const item = await getItem(keys.waitingDelivery(webhookId, id));
  return item && deliveryIn(item);
};

export const putNewDelivery = (delivery: Delivery): Write => put(delivery, isNew);

/** Replaces a waiting delivery that is unchanged since it was read; one that is finished moves. */
export const putDelivery = (read: Delivery, next: Delivery): Write[] => {
  const unchanged = equal("version", read.version);
  if (next.state === "waiting") return [put(next, unchanged)];
  return [{ delete: keyOf(read), if: unchanged }, put(next)];
};

/** Removes a waiting delivery whose webhook is gone. */
export const removeDelivery = (read: Delivery): Write => ({
  delete: keyOf(read),
});
