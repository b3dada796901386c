/** DELETE /api/editor/webhooks/{id}/ — delete a webhook, and what waits for it */
import { deleteWebhook } from "#lib/actions/webhooks/put-webhook.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { discardWebhook } from "#lib/routes/editor-webhooks.ts";

export const handler = endpoint(
  discardWebhook,
  async ({ params }) => {
    await deleteWebhook(params.id);
  },
  { replay: () => {} },
);
