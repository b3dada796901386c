import { isDeepStrictEqual } from "node:util";
import { clock } from "#lib/clock.ts";
import { addressFault } from "#lib/outbound/callable-address.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { allowsPrivateAddresses } from "#lib/settings/requests.ts";
import { settledInOrder } from "#lib/settled.ts";
import type { Webhook, webhookFields } from "#lib/site/webhook.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { drawNumbers } from "#lib/store/items.ts";
import {
  newPosition,
  putChangedWebhook,
  putNewWebhook,
  readWebhook,
  readWebhookIdByName,
  removeWebhook,
  type StoredWebhook,
} from "#lib/store/webhooks.ts";

/** The properties of a webhook that people set. */
export type WebhookProperties = Pick<Webhook, keyof typeof webhookFields | "fromManifest" | "setByManifest">;

const requireAddress = (url: string): void => {
  const fault = addressFault(url, allowsPrivateAddresses());
  if (fault !== undefined) throw invalid("url", "invalid", fault);
};

const requireFreeName = async (name: string): Promise<void> => {
  if ((await readWebhookIdByName(name)) !== undefined) {
    throw invalid("name", "duplicate", "A webhook has this name already.");
  }
};

interface NewWebhook {
  readonly properties: WebhookProperties;
  readonly secret: string;
}

/**
 * Makes a webhook, which is told of everything that happens from now on. Refuses `VE url/invalid` and
 * `VE name/duplicate`. Cost: five requests.
 */
export const createWebhook = async (properties: WebhookProperties, secret: string): Promise<Webhook> => {
  const { webhook } = await createCheckedWebhook(async () => {
    requireAddress(properties.url);
    await requireFreeName(properties.name);
    return { properties, secret };
  });
  return webhook;
};

/**
 * Makes a webhook of the properties that `check` gives. It checks them against the present state, and refuses
 * what is wrong. Cost: four requests, and those of `check`.
 */
export const createCheckedWebhook = <Checked extends NewWebhook>(
  check: () => Promise<Checked>,
): Promise<Checked & { readonly webhook: Webhook }> =>
  commitDecision(async ({ beginIds, ids }) => {
    beginIds("webhook");
    const [checked, position] = await settledInOrder([check(), newPosition()]);
    const { webhook: id } = await ids("webhook");
    const webhook: Webhook = { ...checked.properties, id, problem: null, createdAt: clock.now() };
    const writes = putNewWebhook(webhook, checked.secret, position);
    return { writes, value: { ...checked, webhook }, outcome: { id } };
  });

/**
 * Changes a webhook, and its secret where one is given. One that was not active is told of what happens from
 * now on, and what waited has failed. Refuses `not_found` and what {@link createWebhook} refuses. Cost: at
 * most seven requests.
 */
export const changeWebhook = (
  id: number,
  change: (stored: StoredWebhook) => Partial<WebhookProperties>,
  secret?: string,
): Promise<Webhook> =>
  commitDecision(async () => {
    const stored = await readWebhook(id);
    if (!stored) throw new Refusal("not_found");
    const before = stored.webhook;
    const changed = { ...before, ...change(stored) };
    const begins = changed.active && !before.active;
    const webhook: Webhook = {
      ...changed,
      problem: changed.active ? null : before.problem,
      ...(begins && { firstDelivery: (await drawNumbers("delivery")).delivery }),
    };
    if (webhook.url !== before.url) requireAddress(webhook.url);
    if (webhook.name !== before.name) await requireFreeName(webhook.name);
    const outcome = { id };
    if (secret === undefined && isDeepStrictEqual(webhook, before)) {
      return { writes: [], value: webhook, outcome };
    }
    const position = begins ? await newPosition() : undefined;
    return { writes: putChangedWebhook(stored, { webhook, secret, position }), value: webhook, outcome };
  });

/** Removes a webhook; what was queued for it is not sent any more. Refuses `not_found`. Two requests. */
export const deleteWebhook = (
  id: number,
  mayDelete: (stored: StoredWebhook) => boolean = () => true,
): Promise<boolean> =>
  commitDecision(async () => {
    const stored = await readWebhook(id);
    if (!stored) throw new Refusal("not_found");
    if (!mayDelete(stored)) return { writes: [], value: false };
    return { writes: removeWebhook(stored), value: true, outcome: { id } };
  });
