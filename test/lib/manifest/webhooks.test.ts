// Proves contract rules: webhook-secrets.

import { expect, test } from "vitest";
import { changeWebhook, createWebhook } from "#lib/actions/webhooks/put-webhook.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import type { InvalidManifest } from "#lib/manifest/problem.ts";
import { readWebhookSecret, readWebhooks } from "#lib/store/webhooks.ts";
import { useTable } from "#test/support/table.ts";

useTable();

const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const environment = { HOOK: secret };

const webhook = {
  name: "build",
  url: "https://hooks.example/build",
  secret: "env:HOOK",
  parents: ["/home/notes"],
  coalesce_seconds: 60,
};

const site = (webhooks: readonly object[]) => ({
  version: 1,
  pages: [
    {
      type: "site.HomePage",
      slug: "home",
      title: "Home",
      children: [{ type: "site.Blog", slug: "notes", title: "Notes" }],
    },
  ],
  webhooks,
});

const problemsOf = async (webhooks: readonly object[]) => {
  const error = await applyManifest(site(webhooks), { environment }).catch((thrown: unknown) => thrown);
  return (error as InvalidManifest).problems.map(({ path, message }) => `${path}: ${message}`);
};

test("a manifest makes, changes and removes webhooks; its export makes the same ones", async () => {
  const first = await applyManifest(site([webhook]), { environment });
  const [made] = await readWebhooks();
  expect(made!.webhook).toMatchObject({
    name: "build",
    parents: [first.ids.pages["/home/notes"]],
    coalesceSeconds: 60,
    active: true,
    events: ["page.published", "page.updated", "page.unpublished", "page.deleted"],
  });
  expect((await applyManifest(site([webhook]), { environment })).updated).toBe(0);

  const { manifest, variables } = await exportManifest();
  expect(variables).toContain("LECTERN_WEBHOOK_BUILD");
  expect(manifest.webhooks).toEqual([{ ...webhook, secret: "env:LECTERN_WEBHOOK_BUILD" }]);
  expect(JSON.stringify(manifest)).not.toContain(secret);
  const again = await applyManifest(manifest, { environment: { LECTERN_WEBHOOK_BUILD: secret } });
  expect([again.created, again.updated]).toEqual([0, 0]);

  const other = `whsec_${Buffer.alloc(24, 2).toString("base64")}`;
  const changed = [{ ...webhook, events: ["page.published"] }];
  expect((await applyManifest(site(changed), { environment: { HOOK: other } })).updated).toBe(1);
  expect(await readWebhookSecret(made!.webhook.id)).toBe(other);

  const pruned = await applyManifest(site([]), { prune: true });
  expect(pruned.removed).toEqual([{ kind: "webhook", name: "build" }]);
  expect(await readWebhooks()).toEqual([]);
  expect(await readWebhookSecret(made!.webhook.id)).toBeUndefined();
});

test("prune removes what manifests have made, under whatever name, and keeps what others have", async () => {
  await applyManifest(site([webhook]), { environment });
  const [made] = await readWebhooks();
  await changeWebhook(made!.webhook.id, () => ({ name: "renamed" }));
  const { webhook: same } = made!;
  await createWebhook({ ...same, name: "own", active: false, fromManifest: undefined as never }, secret);
  expect((await applyManifest(site([webhook]), { environment })).created).toBe(1);
  const pruned = await applyManifest(site([webhook]), { environment, prune: true });
  expect(pruned.removed).toEqual([{ kind: "webhook", name: "renamed" }]);
  const names = async () => (await readWebhooks()).map(({ webhook: { name } }) => name).sort();
  expect(await names()).toEqual(["build", "own"]);

  const { manifest } = await exportManifest();
  expect(manifest.webhooks).toMatchObject([{ name: "own", active: false }, { name: "build" }]);
  const variables = { LECTERN_WEBHOOK_BUILD: secret, LECTERN_WEBHOOK_OWN: secret };
  const again = await applyManifest(manifest, { environment: variables });
  expect([again.created, again.updated]).toEqual([0, 0]);
  await applyManifest(site([webhook]), { environment, prune: "all" });
  expect(await names()).toEqual(["build"]);
  await applyManifest(site([]), { prune: true });
});

test("addresses that may not be called, bad secrets, unknown pages and repeated names are refused", async () => {
  expect(await problemsOf([{ ...webhook, url: "https://169.254.169.254/" }])).toEqual([
    "webhooks[0].url: The address is not one of the internet.",
  ]);
  expect(await problemsOf([{ ...webhook, secret: "whsec_short" }])).toEqual([
    expect.stringContaining("webhooks[0].secret: expected whsec_"),
  ]);
  expect(await problemsOf([{ ...webhook, parents: ["/home/no"] }])).toEqual([
    "webhooks[0].parents[0]: there is no page /home/no",
  ]);
  expect(await problemsOf([{ ...webhook, secret: "env:NO" }])).toEqual([
    "webhooks[0].secret: the environment variable NO is not set",
  ]);
  expect((await problemsOf([webhook, webhook])).length).toBe(1);
});
