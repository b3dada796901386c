import { Refusal } from "#lib/refusals/refusal.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readWebhook, removeWebhook, type StoredWebhook } from "#lib/store/webhooks.ts";

/** Removes a webhook; what was queued for it is not sent any more. Refuses `not_found`. Two requests. */
export const deleteWebhook = (
  id: number,
  mayDelete: (stored: StoredWebhook) => boolean = () => true,
): Promise<boolean> =>
  commitDecision(async () => {
    const stored = await readWebhook(id);
    if (!stored) throw new Refusal("not_found");
    if (!mayDelete(stored)) return { writes: [], value: false };
    return { writes: removeWebhook(stored), value: true, outcome: { id } };
  });
