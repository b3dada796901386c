/** GET /api/editor/webhooks/{id}/ — read a webhook, without its secret */
import { endpoint } from "#lib/http/endpoint.ts";
import { showWebhook } from "#lib/routes/editor-webhooks.ts";
import { existingWebhook, webhookView } from "#lib/surfaces/editor/editor-webhook.ts";

export const handler = endpoint(showWebhook, async ({ params }) =>
  webhookView(await existingWebhook(params.id)),
);
