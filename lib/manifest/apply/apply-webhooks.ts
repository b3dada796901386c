import { isDeepStrictEqual } from "node:util";
import { changeWebhook, createWebhook, type WebhookProperties } from "#lib/actions/webhooks/put-webhook.ts";
import { certain } from "#lib/certain.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import { readObject } from "#lib/manifest/read/read-object.ts";
import { rootPageId } from "#lib/pages/page.ts";
import { type Webhook, webhookFields } from "#lib/site/webhook.ts";
import { readWebhookSecret, type StoredWebhook } from "#lib/store/webhooks.ts";
import type { PageIdAt } from "./apply-site.ts";
import type { Fate } from "./outcome.ts";
import type { Run } from "./run.ts";

/** Applies the file's webhooks, by name. A new one gets the events from now on. */
export const applyWebhooks = async (
  { webhooks }: Manifest,
  stored: readonly StoredWebhook[],
  pageIdAt: PageIdAt,
  run: Run,
): Promise<void> => {
  const byName = new Map(stored.map(({ webhook }) => [webhook.name, webhook]));
  for (const { value } of webhooks) {
    const desired = readObject(webhookFields, value, (_, path) =>
      path === "/" ? rootPageId : pageIdAt(path),
    );
    const { name } = desired;
    const secret = certain(run.secretValue(value.secret));
    const current = byName.get(name);
    const note = (fate: Fate) => run.ledger.note(`webhook ${name}`, fate);
    const hasSecret = current !== undefined && (await readWebhookSecret(current.id)) === secret;
    const isUnchanged = hasSecret && isSame(current, desired);
    if (!isUnchanged) run.begin();
    if (!current) {
      if (!run.dryRun) await createWebhook({ ...desired, fromManifest: true }, secret);
      note("created");
    } else if (isUnchanged) note("unchanged");
    else {
      if (!run.dryRun) await changeWebhook(current.id, () => desired, hasSecret ? undefined : secret);
      note("updated");
    }
  }
};

const isSame = (current: Webhook, desired: WebhookProperties): boolean =>
  isDeepStrictEqual({ ...current, ...desired }, current);
