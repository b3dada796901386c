/** POST /api/editor/webhooks/{id}/deliveries/{delivery}/replay/ — send a delivery once more */
import { replayDelivery } from "#lib/actions/webhooks/queue-delivery.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { resendDelivery } from "#lib/routes/editor-webhooks.ts";
import { queuedReply, repeatedReply } from "#lib/surfaces/editor/editor-webhook.ts";

export const handler = endpoint(
  resendDelivery,
  async ({ params }) => {
    const queued = await replayDelivery(params.id, params.delivery);
    return queuedReply(queued, queued.id !== params.delivery);
  },
  { replay: (_, outcome) => repeatedReply(outcome) },
);
