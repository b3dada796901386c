/** GET /api/editor/webhooks/{id}/deliveries/ — list what waits for a webhook, then what was sent */
import { endpoint } from "#lib/http/endpoint.ts";
import { listDeliveries } from "#lib/routes/editor-webhooks.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { deliveriesOf, deliveryView, existingWebhook } from "#lib/surfaces/editor/editor-webhook.ts";

export const handler = endpoint(listDeliveries, async ({ params, query, request }) => {
  const { id } = await existingWebhook(params.id);
  return listWindow(await deliveriesOf(id), query, request, (shown) => shown.map(deliveryView));
});
