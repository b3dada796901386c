/** POST /api/editor/webhooks/{id}/test/ — queue a call of type webhook.test */
import { queueTest } from "#lib/actions/webhooks/queue-delivery.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { testWebhook } from "#lib/routes/editor-webhooks.ts";
import { queuedReply, repeatedReply } from "#lib/surfaces/editor/editor-webhook.ts";

export const handler = endpoint(
  testWebhook,
  async ({ params }) => queuedReply(await queueTest(params.id), true),
  { replay: (_, outcome) => repeatedReply(outcome) },
);
