/** POST /api/editor/webhooks/ — make a webhook; a secret that the service makes is shown once */
import { createCheckedWebhook } from "#lib/actions/webhooks/put-webhook.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { addWebhook } from "#lib/routes/editor-webhooks.ts";
import { existingWebhook, newWebhookFrom, webhookView } from "#lib/surfaces/editor/editor-webhook.ts";

export const handler = endpoint(
  addWebhook,
  async ({ body }) => {
    const { webhook, shown } = await createCheckedWebhook(() => newWebhookFrom(body));
    return { ...webhookView(webhook), secret: shown };
  },
  { replay: async (_, { id }) => ({ ...webhookView(await existingWebhook(id)), secret: null }) },
);
