import { randomBytes } from "node:crypto";
import type * as z from "zod/mini";
import type { WebhookProperties } from "#lib/actions/webhooks/put-webhook.ts";
import { readFields } from "#lib/http/body.ts";
import { emptyObject, type StoredObject } from "#lib/object-fields.ts";
import { addressFault } from "#lib/outbound/callable-address.ts";
import { secretForm, signingKeyOf } from "#lib/outbound/webhook-signature.ts";
import type { EveryField } from "#lib/pages/content.ts";
import { rootPageId } from "#lib/pages/page.ts";
import { withoutUndefined } from "#lib/pages/without-undefined.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import { newWebhook, webhookChanges } from "#lib/routes/editor-webhooks.ts";
import { allowsPrivateAddresses } from "#lib/settings/requests.ts";
import { maxCoalesceSeconds, webhookEvents, webhookFields } from "#lib/site/webhook.ts";
import { inOneRead } from "#lib/store/items.ts";
import { readPages } from "#lib/store/pages.ts";
import { readWebhookIdByName } from "#lib/store/webhooks.ts";

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
