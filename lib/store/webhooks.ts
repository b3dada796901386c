import { clock } from "#lib/clock.ts";
import { settledInOrder } from "#lib/settled.ts";
import type { Delivery, Webhook, WebhookPosition } from "#lib/site/webhook.ts";
import { equal, isNew, type Write, type WriteCondition } from "#lib/store/port/table-store.ts";
import { changesBackwards, lastDrawnChange } from "./changes.ts";
import { getItem, getItems, putItem, queryItems } from "./items.ts";
import { latestTimeMs } from "./log-time.ts";
import type { StoredItems } from "./stored-items.ts";
import { type Key, keys, padded } from "./table.ts";

/** A webhook and how far it has come; `version` counts the changes of the webhook itself. */
export interface StoredWebhook {
  readonly webhook: Webhook;
  readonly version: number;
  readonly position: WebhookPosition;
}

/** Every webhook, by id. One request. */
export const readWebhooks = async (): Promise<StoredWebhook[]> => {
  const { pk } = keys.webhook(0);
  const items = await queryItems<"webhook" | "webhookPosition" | "webhookName">({ pk });
  const positions = new Map(items.flatMap((item) => ("position" in item ? [[item.sk, item]] : [])));
  return items.flatMap((item) => {
    if (!("webhook" in item)) return [];
    return storedOf(item, positions.get(keys.webhookPosition(webhookIn(item).id).sk)) ?? [];
  });
};

/** One request. */
export const readWebhook = async (id: number): Promise<StoredWebhook | undefined> => {
  const [item, position] = await getItems([keys.webhook(id), keys.webhookPosition(id)]);
  return item && storedOf(item, position);
};

/** The id of the webhook that has the name. One request. */
export const readWebhookIdByName = async (name: string): Promise<number | undefined> =>
  (await getItem(keys.webhookName(name)))?.id;

const webhookIn = ({ webhook }: StoredItems["webhook"]): Webhook => JSON.parse(webhook) as Webhook;

const storedOf = (
  item: StoredItems["webhook"],
  position: StoredItems["webhookPosition"] | undefined,
): StoredWebhook | undefined =>
  position && {
    webhook: webhookIn(item),
    version: item.version,
    position: JSON.parse(position.position) as WebhookPosition,
  };

/** Writes a new webhook, if its name is free. */
export const putNewWebhook = (webhook: Webhook, secret: string, position: WebhookPosition): Write[] => [
  putItem(keys.webhookName(webhook.name), { id: webhook.id }, isNew),
  putWebhook(webhook, 1, isNew),
  putPosition(webhook.id, position, isNew),
  putSecret(webhook.id, secret),
];

/** The members that a change of a webhook replaces; absent ones stay. */
export interface WebhookChanges {
  readonly webhook: Webhook;
  readonly secret?: string | undefined;
  readonly position?: WebhookPosition | undefined;
}

/** Changes a webhook, if it is unchanged since it was read and its new name is free. */
export const putChangedWebhook = (
  read: StoredWebhook,
  { webhook, secret, position }: WebhookChanges,
): Write[] => [
  ...(webhook.name === read.webhook.name
    ? []
    : [
        putItem(keys.webhookName(webhook.name), { id: webhook.id }, isNew),
        remove(keys.webhookName(read.webhook.name)),
      ]),
  putWebhook(webhook, read.version + 1, equal("version", read.version)),
  ...(position ? [putPosition(webhook.id, position)] : []),
  ...(secret === undefined ? [] : [putSecret(webhook.id, secret)]),
];

/** Removes a webhook, if it is unchanged since it was read. Its deliveries end by themselves. */
export const removeWebhook = ({ webhook, version }: StoredWebhook): Write[] => [
  remove(keys.webhookName(webhook.name)),
  remove(keys.webhookPosition(webhook.id)),
  remove(keys.webhookSecret(webhook.id)),
  {
    delete: keys.webhook(webhook.id),
    if: equal("version", version),
  },
];

/** Moves a webhook on in the log, if nobody else has. */
export const movePosition = (read: StoredWebhook, next: WebhookPosition): Write =>
  putPosition(read.webhook.id, next, equal("position", JSON.stringify(read.position)));

/** The secret that calls are signed with. One request. */
export const readWebhookSecret = async (id: number): Promise<string | undefined> =>
  (await getItem(keys.webhookSecret(id)))?.secret;

const putWebhook = (webhook: Webhook, version: number, condition: WriteCondition): Write =>
  putItem(keys.webhook(webhook.id), { webhook: JSON.stringify(webhook), version }, condition);

const putPosition = (id: number, position: WebhookPosition, condition?: WriteCondition): Write =>
  putItem(keys.webhookPosition(id), { position: JSON.stringify(position) }, condition);

const putSecret = (id: number, secret: string): Write => putItem(keys.webhookSecret(id), { secret });

const remove = (key: Key): Write => ({ delete: key });

/** Numbers below that of an entry this old have all appeared, or never will. */
const settledMs = 120_000;

/** How many numbers below the highest may be missing in a log that seems to have no entry so old. */
const maxMissing = 500;

/**
 * The position at which a new webhook begins: it is told of everything that has not appeared in the log yet.
 * Two requests side by side; it is also told of what appears between the two.
 */
export const newPosition = async (): Promise<WebhookPosition> => {
  const [{ number: highest }, { appeared, settled }] = await settledInOrder([
    lastDrawnChange(),
    readNewestNumbers(),
  ]);
  const first = settled ?? Math.max(1, highest - maxMissing + 1);
  const gaps: number[] = [];
  for (let number = first; number <= highest; number++) if (!appeared.has(number)) gaps.push(number);
  return { through: (gaps[0] ?? highest + 1) - 1, afterId: 0, start: { highest, gaps } };
};

/** The numbers that have appeared in the log, down to the last one that is settled. */
const readNewestNumbers = async () => {
  const appeared = new Set<number>();
  for await (const entries of changesBackwards())
    for (const { number, writtenAtMs } of entries) {
      appeared.add(number);
      const isSettled = clock.nowMs() - writtenAtMs > settledMs || appeared.size > maxMissing;
      if (isSettled) return { appeared, settled: number };
    }
  return { appeared, settled: undefined };
};

const daySeconds = 24 * 3_600;

/** How long deliveries are kept after their last change; a year for all that were not delivered. */
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
      // A waiting delivery must not expire because the clock was put back after it was queued.
      expires_at: Math.floor(latestTimeMs() / 1000) + keptSeconds[delivery.state],
    },
    condition,
  );

/** The waiting deliveries of all webhooks, or of one: by webhook, then by id. One request per megabyte. */
export const readWaitingDeliveries = async (webhookId?: number): Promise<Delivery[]> => {
  const prefix = webhookId === undefined ? "" : `${padded(webhookId)}#`;
  return (await queryItems({ pk: keys.waitingDelivery(0, 0).pk, ...(prefix && { prefix }) })).map(deliveryIn);
};

/**
 * The newest deliveries to a webhook that were sent or have failed, newest first. One request per megabyte.
 */
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
