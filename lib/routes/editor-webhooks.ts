import * as z from "zod/mini";
import type { WireName } from "#lib/field.ts";
import { strictWindowQuery } from "#lib/queries/pagination.ts";
import { webhookEvents, webhookFields } from "#lib/site/webhook.ts";
import {
  booleanField,
  choiceField,
  integerField,
  listOf,
  orNull,
  positiveIntegerField,
  textField,
  uncheckedFields,
  uncheckedNewFields,
} from "./fields.ts";
import { route } from "./route.ts";
import { envelopeOf, id, oneOf } from "./shapes.ts";

const common = { auth: "superuser", envelope: "editor" } as const;
const path = "/api/editor/webhooks/";

const eventMeanings = {
  "page.published": "strangers can view the page now, and could not before",
  "page.updated": "strangers could view the page, and can",
  "page.unpublished": "the page is there, and strangers cannot view it any more",
  "page.deleted": "the page is gone, or in the bin",
} as const;

/** A webhook, without its secret (contract#webhook-objects). */
export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(oneOf(webhookEvents, eventMeanings)),
  parents: z.array(id),
  coalesce_seconds: z.int(),
  active: z.boolean(),
  problem: z.nullable(z.string()),
  from_manifest: z.boolean(),
  created_at: z.iso.datetime(),
} satisfies Record<WireName<keyof typeof webhookFields>, unknown> & Record<string, unknown>);

/**
 * A webhook with a secret that the service has made; null if it has not, and in the answer to a repeated
 * request.
 */
export const issuedWebhook = z.extend(webhook, { secret: z.nullable(z.string()) });

const changeable = {
  events: z.optional(listOf(choiceField(webhookEvents, eventMeanings))),
  parents: z.optional(listOf(positiveIntegerField(), { maxItems: 100 })),
  coalesce_seconds: z.optional(integerField()),
  active: z.optional(booleanField()),
  secret: z.optional(orNull(textField({ stringsOnly: true, maxLength: 200 }))),
};

const name = textField({ maxLength: webhookFields.name.maxLength });
const url = textField({ maxLength: webhookFields.url.maxLength, stringsOnly: true });

/**
 * The body that makes a webhook. Its values are checked later, together with everything that needs more than
 * the body.
 */
export const newWebhook = z.object({ name, url, ...changeable } satisfies Record<
  WireName<keyof typeof webhookFields> | "secret",
  unknown
>);
export const webhookChanges = z.object({ name: z.optional(name), url: z.optional(url), ...changeable });

export const delivery = z.object({
  id,
  message_id: z.string(),
  state: oneOf(["waiting", "delivered", "failed"], {
    waiting: "it is still to be sent, for the first time or again",
    delivered: "the receiver has taken it",
    failed: "it is not tried any more",
  }),
  type: oneOf([...webhookEvents, "pages.changed", "webhook.test"], {
    ...eventMeanings,
    "pages.changed": "all changes of a window",
    "webhook.test": "nothing has happened",
  }),
  pages: z.array(id),
  created_at: z.iso.datetime(),
  tries: z.int(),
  next_at: z.nullable(z.iso.datetime()),
  tried_at: z.nullable(z.iso.datetime()),
  status: z.nullable(z.int()),
  duration_ms: z.nullable(z.int()),
  problem: z.nullable(z.string()),
  answer: z.nullable(z.string()),
});

const at = { path: `${path}{id}/`, params: ["id"] } as const;
const reading = { ...common, method: "GET", uses: ["table:read"] } as const;
const writing = { ...common, takesKeys: true, uses: ["table:write"] } as const;
const configuring = { ...writing, uses: ["table:write", "secrets:write"] } as const;

export const listWebhooks = /* @__PURE__ */ route(() => ({
  ...reading,
  id: "editor/webhooks/list",
  alsoAtPath: ["POST"],
  path,
  summary: "list the webhooks, without their secrets",
  query: strictWindowQuery,
  answer: envelopeOf(webhook),
  errors: ["validation_error", "not_found"],
}));

export const addWebhook = /* @__PURE__ */ route(() => ({
  ...configuring,
  id: "editor/webhooks/create",
  method: "POST",
  alsoAtPath: ["GET"],
  path,
  summary: "make a webhook; a secret that the service makes is shown once",
  body: uncheckedNewFields(newWebhook.shape),
  status: 201,
  answer: issuedWebhook,
  errors: ["validation_error", "not_found", "busy"],
}));

export const showWebhook = /* @__PURE__ */ route(() => ({
  ...reading,
  ...at,
  id: "editor/webhooks/read",
  alsoAtPath: ["PATCH", "DELETE"],
  summary: "read a webhook, without its secret",
  answer: webhook,
  errors: ["not_found"],
}));

export const updateWebhook = /* @__PURE__ */ route(() => ({
  ...configuring,
  ...at,
  id: "editor/webhooks/update",
  method: "PATCH",
  alsoAtPath: ["GET", "DELETE"],
  summary: "change a webhook, switch it on or off, or give it another secret",
  body: uncheckedFields(webhookChanges.shape),
  answer: issuedWebhook,
  errors: ["validation_error", "not_found", "busy"],
}));

export const discardWebhook = /* @__PURE__ */ route(() => ({
  ...configuring,
  ...at,
  id: "editor/webhooks/delete",
  method: "DELETE",
  alsoAtPath: ["GET", "PATCH"],
  summary: "delete a webhook, and what waits for it",
  status: 204,
  errors: ["not_found", "busy"],
}));

export const testWebhook = /* @__PURE__ */ route(() => ({
  ...writing,
  id: "editor/webhooks/test",
  method: "POST",
  path: `${at.path}test/`,
  params: ["id"],
  summary: "queue a call of type webhook.test",
  status: 201,
  answer: delivery,
  errors: ["not_found", "busy"],
}));

export const listDeliveries = /* @__PURE__ */ route(() => ({
  ...reading,
  id: "editor/webhooks/list-deliveries",
  path: `${at.path}deliveries/`,
  params: ["id"],
  summary: "list what waits for a webhook, then what was sent",
  query: strictWindowQuery,
  answer: envelopeOf(delivery),
  errors: ["validation_error", "not_found"],
}));

export const resendDelivery = /* @__PURE__ */ route(() => ({
  ...writing,
  id: "editor/webhooks/replay-delivery",
  method: "POST",
  path: `${at.path}deliveries/{delivery}/replay/`,
  params: ["id", "delivery"],
  summary: "send a delivery once more",
  status: 201,
  alsoAnswers: { 200: "It waits already: it is tried again now, and not queued twice." },
  answer: delivery,
  errors: ["not_found", "webhook_inactive", "busy"],
}));
