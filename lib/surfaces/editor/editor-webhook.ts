import { randomBytes } from "node:crypto";
import type * as z from "zod/mini";
import type { WebhookProperties } from "#lib/actions/webhooks/put-webhook.ts";
import { certain } from "#lib/certain.ts";
import { withoutUndefined } from "#lib/field.ts";
import { readFields } from "#lib/http/body.ts";
import { Reply } from "#lib/http/reply.ts";
import { emptyObject, type StoredObject } from "#lib/object-fields.ts";
import { addressFault } from "#lib/outbound/callable-address.ts";
import { secretForm, signingKeyOf } from "#lib/outbound/webhook-signature.ts";
import type { EveryField } from "#lib/pages/content.ts";
import { rootPageId } from "#lib/pages/page.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { Refusal, refuseProblems } from "#lib/refusals/refusal.ts";
import { newWebhook, webhookChanges } from "#lib/routes/editor-webhooks.ts";
import { allowsPrivateAddresses } from "#lib/settings/requests.ts";
import {
  type Delivery,
  maxCoalesceSeconds,
  type Webhook,
  webhookEvents,
  webhookFields,
} from "#lib/site/webhook.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";
import { inOneRead } from "#lib/store/items.ts";
import { readPages } from "#lib/store/pages.ts";
import {
  readDelivery,
  readFinishedDeliveries,
  readWaitingDeliveries,
  readWebhook,
  readWebhookIdByName,
} from "#lib/store/webhooks.ts";

/** A webhook, without its secret. */
export const webhookView = (webhook: Webhook) => {
  const { id, name, url, events, parents, coalesceSeconds, active, problem } = webhook;
  return {
    ...{ id, name, url, events: [...events], parents: [...parents] },
    coalesce_seconds: coalesceSeconds,
    ...{ active, problem },
    from_manifest: webhook.fromManifest ?? false,
    created_at: webhook.createdAt,
  };
};

const types = { pages: "pages.changed", test: "webhook.test" } as const;

/** A call, its last attempt, and when it is tried next. */
export const deliveryView = (delivery: Delivery) => {
  const { id, messageId, kind, events, state, tries, lastTry, createdAt, nextAtMs } = delivery;
  return {
    id,
    message_id: messageId,
    state,
    type: kind === "page" ? (`page.${certain(events[0]).change}` as const) : types[kind],
    pages: events.map((event) => event.id),
    created_at: createdAt,
    tries,
    next_at: state === "waiting" ? new Date(nextAtMs).toISOString() : null,
    tried_at: lastTry?.at ?? null,
    status: lastTry?.status ?? null,
    duration_ms: lastTry?.durationMs ?? null,
    problem: lastTry?.problem ?? null,
    answer: lastTry?.answer ?? null,
  };
};

/** How many finished deliveries a list has: their answers may be a kilobyte each. */
const maxFinished = 1_000;

/** Refuses `not_found`. One request. */
export const existingWebhook = async (id: number): Promise<Webhook> => {
  const stored = await readWebhook(id);
  if (!stored) throw new Refusal("not_found", { detail: "Webhook not found." });
  return stored.webhook;
};

/** What waits, in the order in which it is sent, and then what is finished, newest first. Two requests. */
export const deliveriesOf = async (webhookId: number, limit = maxFinished): Promise<Delivery[]> =>
  (await Promise.all([readWaitingDeliveries(webhookId), readFinishedDeliveries(webhookId, limit)])).flat();

/** The answer of a request that queues a call: 201, or 200 if it waited before. */
export const queuedReply = (delivery: Delivery, isNew: boolean) =>
  new Reply(deliveryView(delivery), { status: isNew ? 201 : 200 });

/**
 * Answers a repeated request. For a call that the first request made, shows it as it was then: not sent yet.
 */
export const repeatedReply = async ({ id: webhookId, state }: RequestOutcome) => {
  const delivery = await readDelivery(webhookId, state?.delivery as number);
  if (!delivery) throw new Refusal("not_found", { detail: "Delivery not found." });
  const isNew = state?.isNew === true;
  const { dueAtMs } = delivery;
  const asQueued: Delivery = { ...delivery, state: "waiting", tries: 0, nextAtMs: dueAtMs, lastTry: null };
  return queuedReply(isNew ? asQueued : delivery, isNew);
};

type Values = Readonly<Record<string, unknown>>;

interface WebhookRequest<Properties, Secret> {
  readonly properties: Properties;
  /** Undefined if it stays. */
  readonly secret: Secret;
  /** The secret, if the service has made it: it is shown this once. */
  readonly shown: string | null;
}

/**
 * A new webhook as a request wants it, with the defaults of manifests. Refuses all that is wrong in one
 * `validation_error`. Cost: one request.
 */
export const newWebhookFrom = async (values: Values): Promise<WebhookRequest<WebhookProperties, string>> => {
  const { name, url, secret = null, ...rest } = await checked(newWebhook, values);
  const properties = { ...emptyObject(webhookFields), ...changesIn(rest), name, url };
  return { properties, ...secretFrom(secret) };
};

/** What a request changes of a webhook. Refuses like {@link newWebhookFrom}. */
export const webhookChangesFrom = async (
  values: Values,
  id: number,
): Promise<WebhookRequest<Partial<WebhookProperties>, string | undefined>> => {
  const { secret, ...changes } = await checked(webhookChanges, values, id);
  const given = secret === undefined ? { secret, shown: null } : secretFrom(secret);
  return { properties: changesIn(changes), ...given };
};

const changesIn = (fields: z.output<typeof webhookChanges>): Partial<WebhookProperties> => {
  const { name, url, events, parents, coalesce_seconds: coalesceSeconds, active } = fields;
  return withoutUndefined({
    name,
    url,
    events: events && webhookEvents.filter((event) => events.includes(event)),
    parents,
    coalesceSeconds,
    active,
  } satisfies EveryField<StoredObject<typeof webhookFields>>);
};

/** The secret that was sent, or a new one. */
const secretFrom = (sent: string | null) => {
  if (sent !== null) return { secret: sent, shown: null };
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  return { secret, shown: secret };
};

const checked = async <Fields>(
  schema: z.ZodMiniObject & z.ZodMiniType<Fields>,
  values: Values,
  id?: number,
): Promise<Fields> => {
  const { fields, problems } = readFields(schema, values);
  // What has a right form is checked although other fields have none.
  const valid = Object.entries(schema.shape).flatMap(([field, type]) => {
    const result = (type as z.ZodMiniType).safeParse(values[field]);
    return result.success ? [[field, result.data]] : [];
  });
  refuseProblems([...problems, ...(await problemsOf(Object.fromEntries(valid), id))]);
  return fields as Fields;
};

const problemsOf = async (
  { name, url, events, parents, coalesce_seconds: seconds, secret }: z.output<typeof webhookChanges>,
  id: number | undefined,
): Promise<readonly Problem[]> => {
  const problems: Problem[] = [];
  const add = (path: string, code: Problem["code"], message: string | undefined) => {
    if (message !== undefined) problems.push({ path, code, message });
  };
  const [holder, found] = await Promise.all(
    inOneRead(() => [name === undefined ? undefined : readWebhookIdByName(name), readPages(parents ?? [])]),
  );
  if (holder !== undefined && holder !== id) add("name", "duplicate", "A webhook has this name already.");
  if (url !== undefined) add("url", "invalid", addressFault(url, allowsPrivateAddresses()));
  if (events?.length === 0) add("events", "invalid", "Name at least one event.");
  const pages = new Set(found.map((page) => page?.id));
  for (const [index, parent] of (parents ?? []).entries()) {
    if (parent !== rootPageId && !pages.has(parent))
      add(`parents.${index}`, "not_found", `There is no page ${parent}.`);
  }
  if (seconds !== undefined && seconds < 0) {
    add("coalesce_seconds", "min_value", "Ensure this value is greater than or equal to 0.");
  }
  if (seconds !== undefined && seconds > maxCoalesceSeconds) {
    const message = `Ensure this value is less than or equal to ${maxCoalesceSeconds}.`;
    add("coalesce_seconds", "max_value", message);
  }
  if (secret != null && !signingKeyOf(secret)) add("secret", "invalid", `Expected ${secretForm}.`);
  return problems;
};
