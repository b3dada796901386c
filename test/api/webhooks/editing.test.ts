// Proves contract rules: webhook-objects, webhook-changes, webhook-deliveries, webhook-secrets,
// webhook-addresses.

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { deleteWebhook } from "#lib/actions/webhooks/put-webhook.ts";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import {
  addWebhook,
  discardWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  showWebhook,
  testWebhook,
  updateWebhook,
} from "#lib/routes/editor-webhooks.ts";
import { readWaitingDeliveries, readWebhookSecret, readWebhooks } from "#lib/store/webhooks.ts";
import { deliverWebhooks } from "#lib/webhooks/deliver-webhooks.ts";
import { queueDeliveries } from "#lib/webhooks/queue-deliveries.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { useClock } from "#test/support/clock.ts";
import { overtaken } from "#test/support/interleaving.ts";
import { sessionHeadersOf } from "#test/support/session.ts";
import { receiverSecret, useReceiver } from "#test/support/webhook-receiver.ts";
import { createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
const receiver = useReceiver();
const advance = useClock();

let su: { headers: Record<string, string> };

beforeAll(async () => {
  process.env.PUBLIC_ORIGIN = "https://notes.example";
  su = { headers: await sessionHeadersOf("su") };
});

beforeEach(async () => {
  process.env.SITE_ALLOW_PRIVATE_ADDRESSES = "true";
  for (const { webhook } of await readWebhooks()) await deleteWebhook(webhook.id);
  await send();
  receiver.taken();
  receiver.answerWith(() => 204);
});

const add = (body: object = {}) =>
  call(addWebhook, { ...su, body: { name: freshSlug(), url: receiver.url(), ...body } });

/** A webhook that the receiver can verify. */
const listening = async (body: object = {}) => {
  const { id } = (await add({ secret: receiverSecret, ...body })).body;
  return { ...su, params: { id } };
};

const send = () => deliverWebhooks(undefined, { answerMs: 30_000, timeoutMs: 0, runMs: 60_000 });
const queue = async () => queueDeliveries((await catalogNow()).position);

const deliveries = async (hook: { params: { id: number } }) =>
  (await call(listDeliveries, { ...su, ...hook })).body.results;

const retitle = async (id: number, title: string) => {
  const anybody = { permit: () => {} };
  await saveDraft(id, { ...anybody, authorId: null, change: (latest) => ({ ...latest, title }) });
  await publishPage(id, { ...anybody, publisherId: null });
};

const problemsOf = ({ status, body }: RouteAnswer) => {
  expect([status, body.code]).toEqual([400, "validation_error"]);
  return Object.fromEntries(
    Object.entries(body.errors as Record<string, { code: string }[]>).map(([path, found]) => [
      path,
      found.map(({ code }) => code).join(),
    ]),
  );
};

describe("a webhook", () => {
  test("is made, listed, read, changed and deleted; its secret is shown once, if the service has made it", async () => {
    const url = receiver.url();
    const { status, body } = await add({ name: " build ", parents: [world.notes, world.notes] });
    expect(status).toBe(201);
    const { secret, ...made } = body;
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
    expect(await readWebhookSecret(made.id)).toBe(secret);
    expect(made).toEqual({
      ...{ id: expect.any(Number), name: "build", url, parents: [world.notes], coalesce_seconds: 0 },
      events: ["page.published", "page.updated", "page.unpublished", "page.deleted"],
      ...{ active: true, problem: null, from_manifest: false, created_at: expect.any(String) },
    });
    const at = { ...su, params: { id: made.id } };
    expect((await call(showWebhook, at)).body).toEqual(made);
    const { body: list } = await call(listWebhooks, { ...su, query: "pageSize=1" });
    expect([list.count, list.results]).toEqual([1, [made]]);

    const changes = { events: ["page.deleted", "page.published"], parents: [], coalesce_seconds: "60" };
    const changed = await call(updateWebhook, { ...at, body: { ...changes, secret: receiverSecret } });
    const events = ["page.published", "page.deleted"];
    expect(changed.body).toEqual({ ...made, events, parents: [], coalesce_seconds: 60, secret: null });
    expect(await readWebhookSecret(made.id)).toBe(receiverSecret);
    const rotated = (await call(updateWebhook, { ...at, body: { secret: null } })).body.secret;
    expect(rotated).toMatch(/^whsec_/);
    expect(await readWebhookSecret(made.id)).toBe(rotated);
    const { secret: none, ...unchanged } = (await call(updateWebhook, { ...at, body: {} })).body;
    expect([none, unchanged]).toEqual([null, (await call(showWebhook, at)).body]);

    expect((await call(discardWebhook, at)).status).toBe(204);
    for (const route of [showWebhook, updateWebhook, discardWebhook, testWebhook, listDeliveries])
      expect((await call(route, { ...at, ...(route.body && { body: {} }) })).status).toBe(404);
    expect(await readWebhookSecret(made.id)).toBeUndefined();
    const { body: anotherList } = await call(listWebhooks, su);
    expect(JSON.stringify([list, anotherList])).not.toContain("whsec_");
  });

  test("is not made or changed with anything that is wrong, and everything wrong is said at once", async () => {
    const hook = await listening({ name: "taken" });
    const wrong = {
      ...{ url: "ftp://hooks.example/", name: "taken", secret: "whsec_short" },
      ...{ events: ["page.published", "page.read"], parents: [world.notes, 999_999, "x"] },
      ...{ coalesce_seconds: -1, active: "perhaps" },
    };
    const problems = {
      ...{ url: "invalid", name: "duplicate", secret: "invalid", "events.1": "invalid_choice" },
      ...{ "parents.2": "invalid", coalesce_seconds: "min_value", active: "invalid" },
    };
    expect(problemsOf(await add(wrong))).toEqual(problems);
    const other = await listening();
    expect(problemsOf(await call(updateWebhook, { ...other, body: wrong }))).toEqual(problems);
    const more = { url: null, events: [], parents: [1, 999_999], coalesce_seconds: 86_401, secret: 7 };
    expect(problemsOf(await call(addWebhook, { ...su, body: more }))).toEqual({
      ...{ name: "required", url: "null", events: "invalid", "parents.1": "not_found", secret: "invalid" },
      coalesce_seconds: "max_value",
    });
    expect(problemsOf(await add({ url: `https://a.example/${"x".repeat(2_000)}` }))).toEqual({
      url: "max_length",
    });
    expect((await call(updateWebhook, { ...hook, body: { name: "taken" } })).status).toBe(200);
    expect((await readWebhooks()).map(({ webhook }) => webhook.name)).toHaveLength(2);
  });

  test("is one of its name, also if two are made at the same moment", async () => {
    const { slow, fast } = await overtaken(
      () => add({ name: "marsh" }),
      () => add({ name: "marsh" }),
    );
    expect(problemsOf(slow)).toEqual({ name: "duplicate" });
    expect((await readWebhooks()).map(({ webhook }) => webhook.id)).toEqual([fast.body.id]);
  });

  test("does not get an address inside of the network, however it is written", async () => {
    delete process.env.SITE_ALLOW_PRIVATE_ADDRESSES;
    const hook = { ...su, params: { id: (await add({ url: "https://hooks.example/" })).body.id } };
    const hostile = [
      ...["http://hooks.example/", "https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/"],
      ...["https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://169.254.169.254/", "https://localhost./"],
      ...["https://user:word@hooks.example/", "https://", "//hooks.example/", "https://10.1.2.3:8443/x"],
    ];
    for (const url of hostile) {
      expect([url, problemsOf(await add({ url }))]).toEqual([url, { url: "invalid" }]);
      expect(problemsOf(await call(updateWebhook, { ...hook, body: { url } }))).toEqual({ url: "invalid" });
    }
  });

  test("is the business of superusers, and of nobody else", async () => {
    const hook = await listening();
    const asked = [listWebhooks, addWebhook, showWebhook, updateWebhook, testWebhook, listDeliveries];
    const params = { ...hook.params, delivery: 1 };
    for (const route of [...asked, discardWebhook, resendDelivery]) {
      const body = route.body ? { name: 7 } : undefined;
      expect((await call(route, { as: "ada", params, body })).status).toBe(403);
      const headers = await sessionHeadersOf("ada");
      const { status, body: refusal } = await call(route, { headers, params, body });
      expect([status, refusal.code]).toEqual([403, "permission_denied"]);
    }
    expect(await readWebhooks()).toHaveLength(1);
  });

  test("two of the same name made at once are one", async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => add({ name: "twin" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    const made = answers.find(({ status }) => status === 201)!.body.id;
    const other = await listening();
    const both = await Promise.all([
      call(updateWebhook, { ...other, body: { events: ["page.deleted"] } }),
      call(updateWebhook, { ...other, body: { coalesce_seconds: 5 } }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await call(showWebhook, other);
    expect([body.events, body.coalesce_seconds]).toEqual([["page.deleted"], 5]);
    expect((await call(updateWebhook, { ...other, body: { name: "free" } })).status).toBe(200);
    expect((await call(updateWebhook, { ...su, params: { id: made }, body: { name: "free" } })).status).toBe(
      400,
    );
  });
});

describe("deliveries", () => {
  test("of tests are queued, sent, listed with their answers and replayed", async () => {
    const hook = await listening();
    const queued = await call(testWebhook, hook);
    expect(queued.status).toBe(201);
    expect(queued.body).toMatchObject({ state: "waiting", type: "webhook.test", tries: 0, pages: [] });
    receiver.answerWith(() => 500);
    await send();
    const { id, message_id } = queued.body;
    expect(await deliveries(hook)).toEqual([
      {
        ...{ ...queued.body, state: "failed", tries: 1, next_at: null, status: 500, answer: "thank you" },
        ...{ tried_at: expect.any(String), duration_ms: expect.any(Number) },
        problem: "the receiver answered 500",
      },
    ]);
    const again = await call(resendDelivery, { ...hook, params: { ...hook.params, delivery: id } });
    expect([again.status, again.body.message_id, again.body.id > id]).toEqual([201, message_id, true]);
    expect((await deliveries(hook)).map(({ state }: { state: string }) => state)).toEqual([
      "waiting",
      "failed",
    ]);
    const unknown = await call(resendDelivery, { ...hook, params: { ...hook.params, delivery: 999_999 } });
    const foreign = await listening();
    const others = await call(resendDelivery, { ...su, params: { ...foreign.params, delivery: id } });
    expect([unknown.status, others.status]).toEqual([404, 404]);
  });

  test("that wait are not queued twice: their pause ends, and order stays", async () => {
    const hook = await listening();
    const post = await createLivePost(world.notes);
    await retitle(post.id, "Second");
    receiver.answerWith(() => 500);
    await queue();
    await send();
    await send();
    expect(receiver.taken()).toHaveLength(1);
    const [first, second] = await deliveries(hook);
    expect([first.tries, second.tries]).toEqual([1, 0]);
    receiver.answerWith(() => 204);
    const replay = (delivery: { id: number }) =>
      call(resendDelivery, { ...hook, params: { ...hook.params, delivery: delivery.id } });
    expect((await replay(second)).status).toBe(200);
    await send();
    expect(receiver.taken()).toEqual([]);
    const hurried = await replay(first);
    expect([hurried.status, hurried.body.id, hurried.body.tries]).toEqual([200, first.id, 1]);
    await send();
    expect(receiver.taken().map(({ body }) => body.type)).toEqual(["page.published", "page.updated"]);
    expect((await deliveries(hook)).map(({ id }: { id: number }) => id)).toEqual([second.id, first.id]);
  });

  test("of a window are not sent before it ends, even if somebody replays them", async () => {
    const hook = await listening({ coalesce_seconds: 60 });
    await createLivePost(world.notes);
    await queue();
    const [open] = await deliveries(hook);
    const { status, body } = await call(resendDelivery, {
      ...hook,
      params: { ...hook.params, delivery: open.id },
    });
    expect([status, body]).toEqual([200, open]);
    await send();
    expect(receiver.taken()).toEqual([]);
  });

  test("that waited when the webhook was switched off have failed, also if it is on again at once", async () => {
    const hook = await listening({ coalesce_seconds: 60 });
    const single = await listening();
    const post = await createLivePost(world.notes);
    await queue();
    for (const each of [hook, single])
      for (const active of [false, true]) await call(updateWebhook, { ...each, body: { active } });
    await retitle(post.id, "Afterwards");
    await queue();
    advance(60);
    await send();
    const types = receiver.taken().map(({ body }) => body.type);
    expect(types.sort()).toEqual(["page.updated", "pages.changed"]);
    const states = async (each: typeof hook) =>
      (await deliveries(each)).map(({ state }: { state: string }) => state).sort();
    expect([await states(hook), await states(single)]).toEqual([
      ["delivered", "failed"],
      ["delivered", "failed"],
    ]);
  });

  test("of a webhook that 410 has switched off are tests only, until somebody switches it on", async () => {
    const hook = await listening();
    receiver.answerWith(() => 410);
    const post = await createLivePost(world.notes);
    await queue();
    await send();
    const off = (await call(showWebhook, hook)).body;
    expect([off.active, off.problem]).toEqual([false, "The receiver answered 410 Gone."]);
    const [gone] = await deliveries(hook);
    const replay = { ...hook, params: { ...hook.params, delivery: gone.id } };
    const refused = await call(resendDelivery, replay);
    expect([refused.status, refused.body.code]).toEqual([409, "webhook_inactive"]);
    receiver.answerWith(() => 204);
    await call(testWebhook, hook);
    await retitle(post.id, "Unheard");
    await queue();
    await send();
    expect(receiver.taken().map(({ body }) => body.type)).toEqual(["page.published", "webhook.test"]);

    const on = (await call(updateWebhook, { ...hook, body: { active: true } })).body;
    expect([on.active, on.problem]).toEqual([true, null]);
    await retitle(post.id, "Heard");
    await queue();
    expect((await call(resendDelivery, replay)).status).toBe(201);
    await send();
    expect(receiver.taken().map(({ body }) => [body.type, body.data.title])).toEqual([
      ["page.updated", "Heard"],
      ["page.published", "Heard"],
    ]);
    expect(receiver.faults).toEqual([]);
  });

  test("of a deleted webhook are not sent", async () => {
    const hook = await listening();
    await call(testWebhook, hook);
    await call(discardWebhook, hook);
    await send();
    expect([receiver.taken(), await readWaitingDeliveries()]).toEqual([[], []]);
  });
});

describe("a manifest", () => {
  const declared = { name: "from-file", url: "https://hooks.example/", secret: receiverSecret };
  const apply = (webhooks: readonly object[], options: object = {}) =>
    applyManifest({ version: 1, webhooks }, options);
  const named = async (name: string) => {
    const { results } = (await call(listWebhooks, su)).body;
    return results.find((each: { name: string }) => each.name === name);
  };

  test("sets its webhooks back, and takes over those that have their names", async () => {
    await apply([declared]);
    const { id } = await named("from-file");
    const at = { ...su, params: { id } };
    await call(updateWebhook, { ...at, body: { active: false, events: ["page.deleted"], secret: null } });
    expect((await apply([declared])).updated).toBe(1);
    const back = await named("from-file");
    expect([back.id, back.active, back.events.length, back.from_manifest]).toEqual([id, true, 4, true]);
    expect(await readWebhookSecret(id)).toBe(receiverSecret);

    const own = (await add({ name: "own" })).body;
    expect((await apply([{ ...declared, name: "own" }])).updated).toBe(1);
    expect(await named("own")).toMatchObject({
      id: own.id,
      url: "https://hooks.example/",
      from_manifest: false,
    });
  });
});
