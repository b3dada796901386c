/** PATCH /api/editor/webhooks/{id}/ — change a webhook, switch it on or off, or give it another secret */
import { changeWebhook } from "#lib/actions/webhooks/put-webhook.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateWebhook } from "#lib/routes/editor-webhooks.ts";
import { existingWebhook, webhookChangesFrom, webhookView } from "#lib/surfaces/editor/editor-webhook.ts";

export const handler = endpoint(
  updateWebhook,
  async ({ params, body }) => {
    const { id } = await existingWebhook(params.id);
    const { properties, secret, shown } = await webhookChangesFrom(body, id);
    return { ...webhookView(await changeWebhook(id, () => properties, secret)), secret: shown };
  },
  { replay: async (_, { id }) => ({ ...webhookView(await existingWebhook(id)), secret: null }) },
);
