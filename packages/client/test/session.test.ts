import { afterEach, expect, test, vi } from "vitest";
import { beginSetup } from "../../../lib/actions/people/begin-setup.ts";
import { routes } from "../../../lib/routes/table.ts";
import { useEmptyTable } from "../../../test/support/empty-table.ts";
import { restrictTo } from "../../../test/support/private-feeds.ts";
import { useServedFiles } from "../../../test/support/served-files.ts";
import { cookiesOf } from "../../../test/support/session.ts";
import { createDraft, useWorld } from "../../../test/support/world.ts";
import { connect } from "../src/connection.ts";
import { createEditor, createReader, type Editor, type PrivateFeed, setUp } from "../src/index.ts";

const world = useWorld();
const service = useServedFiles();

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What a page in a browser has: cookies that its scripts see, and all of them with each request. */
const signIn = async (username: string): Promise<void> => {
  const cookie = await cookiesOf(username);
  vi.stubGlobal("document", { cookie: `theme=dark; ${cookie.replace(/sessionid=[^;]*; /, "")}; x=1` });
  const send = fetch;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
    send(url, { ...init, headers: { ...(init.headers as Record<string, string>), cookie } }),
  );
};

const editor = (): Editor => createEditor({ url: service.url, session: true, firstWaitMs: 1 });

const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
};

test("who is signed in writes with the session's cookies and its CSRF token", async () => {
  await signIn("ada");
  const { posts } = editor();
  const fields = { title: "Dew", slug: "dew", parent: { id: world.notes }, overview: [] };
  const draft = await posts.create(fields);
  expect((await posts.publish(draft)).live).toBe(true);
  vi.unstubAllGlobals();
  await signIn("cy");
  await expect(posts.delete(draft)).rejects.toMatchObject({ status: 403, code: "permission_denied" });
});

test("a page without the cookie of a session changes nothing", async () => {
  const draft = await createDraft(world.notes);
  await signIn("ada");
  vi.stubGlobal("document", { cookie: "theme=dark" });
  await expect(editor().posts.delete(draft)).rejects.toMatchObject({ status: 403, code: "csrf_failed" });
});

test("people make, list and remove their own feeds of podcasts", async () => {
  await restrictTo(world.calls, "Readers");
  await signIn("ed");
  const listener = editor();
  const made = await listener.createPrivateFeed(world.calls);
  expect(made).toMatchObject({ podcast: world.calls, urls: { mp3: expect.stringContaining("/mp3.rss") } });
  const feeds: PrivateFeed[] = await all(listener.privateFeeds());
  expect(feeds).toEqual([
    { id: made.id, podcast: world.calls, created_at: expect.any(String), last_used_on: null },
  ]);
  expect(await listener.removePrivateFeed(made.id)).toBeUndefined();
  expect(await all(listener.privateFeeds())).toEqual([]);
  await expect(listener.createPrivateFeed(world.notes)).rejects.toMatchObject({ code: "not_found" });
});

test("fields that the service does not know are told, and the change is made", async () => {
  const told: unknown[] = [];
  const onIgnored = (...given: unknown[]) => told.push(given);
  const { posts } = createEditor({ url: service.url, token: "ada", onIgnored });
  const block = { type: "paragraph", value: "A coot.", 'col"our ü\\': 1 } as never;
  const fields = { slug: "coots", parent: { id: world.notes }, overview: [block], titel: "Coots" };
  const { title } = await posts.create({ title: "Coot", ...fields });
  expect(title).toBe("Coot");
  expect(told).toEqual([[["titel", 'overview.0.col"our ü\\'], "POST /api/editor/posts/"]]);
  await posts.create({ title: "Grebe", slug: "grebe", parent: { id: world.notes }, overview: [] });
  expect(told).toHaveLength(1);
});

test("all changes that can be repeated safely have a key, and no others do that may not be repeated", async () => {
  const differing: string[] = [];
  for (const { method, path, takesKeys } of routes.filter(({ method }) => method !== "GET")) {
    let key: string | undefined;
    const { request } = connect({
      url: service.url,
      fetch: async (_, init) => {
        key = new Headers(init?.headers).get("idempotency-key") ?? undefined;
        return Response.json({});
      },
    });
    const send = request as (...parts: unknown[]) => Promise<unknown>;
    await send(method.toLowerCase(), path.replace("+}", "}"), { params: {} });
    if ((key !== undefined) !== Boolean(takesKeys)) differing.push(`${method} ${path}`);
  }
  // The parts of an upload are the same, however often they are asked for.
  expect(differing).toEqual(["POST /api/editor/uploads/{id}/parts/"]);
});

test("a reader takes the session, too", async () => {
  await restrictTo(world.calls, "Readers");
  const url = service.url;
  await signIn("ed");
  expect(await createReader({ url, session: true }).page(world.calls)).toMatchObject({ id: world.calls });
});

test("the first steps of a service are one call, with the secret that it has printed", async () => {
  await useEmptyTable();
  const steps = {
    ...{ username: "iris", password: "a reed in the marsh", site_name: "Field notes" },
    ...{ secret: (await beginSetup())!, first: { type: "site.Blog", title: "Notes" } as const },
  };
  const { user } = await setUp({ url: service.url }, steps);
  expect(user).toMatchObject({ username: "iris" });
  await expect(setUp({ url: service.url }, steps)).rejects.toMatchObject({ status: 404, code: "not_found" });
});
