import { clock } from "#lib/clock.ts";
import { settledInOrder } from "#lib/settled.ts";
import type { Webhook, WebhookPosition } from "#lib/site/webhook.ts";
import { equal, isNew, type WriteCondition } from "#lib/store/port/condition.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { changesBackwards, lastDrawnChange } from "./changes.ts";
import { getItem, getItems, queryItems } from "./client.ts";
import type { StoredItems } from "./stored-items.ts";
import { type Key, keys } from "./table.ts";
import { putItem } from "./typed-writes.ts";

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

/** What a change of a webhook replaces; what is absent stays. */
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

/** Lower numbers than that of an entry this old have all appeared, or never will. */
const settledMs = 120_000;

/** How many numbers below the highest may be missing in a log that seems to have no entry so old. */
const maxMissing = 500;

/**
 * Where a webhook begins that is made now: it is told of everything that has not appeared in the log yet.
 * Two requests side by side: of what appears between the two, it is told too.
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
