/** GET /api/editor/webhooks/ — list the webhooks, without their secrets */
import { endpoint } from "#lib/http/endpoint.ts";
import { listWebhooks } from "#lib/routes/editor-webhooks.ts";
import { readWebhooks } from "#lib/store/webhooks.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { webhookView } from "#lib/surfaces/editor/editor-webhook.ts";

export const handler = endpoint(listWebhooks, async ({ query, request }) => {
  const webhooks = await readWebhooks();
  return listWindow(webhooks, query, request, (shown) => shown.map(({ webhook }) => webhookView(webhook)));
});
