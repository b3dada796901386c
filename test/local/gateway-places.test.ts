// Proves contract rules: busy.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import type { Places } from "#local/gateway/places.ts";
import { fakeRoute, gatewayFor } from "#test/support/capture.ts";

const form = { method: "POST" } as const;
const read = fakeRoute({ id: "read", path: "/api/editor/read/", envelope: "editor" });
const write = fakeRoute({ ...form, id: "write", path: "/edit/", auth: "editor", uses: ["table:write"] });
const upload = fakeRoute({
  ...form,
  id: "upload",
  path: "/upload/",
  auth: "editor",
  uses: ["uploads:write"],
});
const signIn = fakeRoute({ ...form, id: "sign-in", path: "/sign-in/", auth: "public" });
const relay = fakeRoute({ ...form, id: "relay", path: "/relay/", uses: ["api"] });
const routes = [read, write, upload, signIn, relay];

/** Work that was never done is expected to take 20 ms. */
const one = { maxRunning: 1, maxWaitMs: 30 };
const places: Places = { reads: one, writes: one, visits: one, forms: one, calls: one };

// Nothing has taken any time yet, and nobody has waited for too long.
beforeEach(() => {
  vi.spyOn(clock, "monotonicMs").mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A gateway whose functions answer when they are let go; resolves `atWork` when so many have begun. */
const heldGateway = async (functionsAtWork: number) => {
  const release = Promise.withResolvers<void>();
  const atWork = Promise.withResolvers<void>();
  let begun = 0;
  const handler = async () => {
    begun++;
    if (begun === functionsAtWork) atWork.resolve();
    await release.promise;
    return { statusCode: 200, body: "served" };
  };
  const gateway = await gatewayFor(handler, { routes, places });
  const ask = (route: (typeof routes)[number]) => fetch(gateway.url + route.path, { method: route.method });
  return { ...gateway, ask, atWork: atWork.promise, release: release.resolve, begun: () => begun };
};

test.each(routes)(
  "beyond those that $id has places for, requests are refused at once, and served later",
  async (route) => {
    await using gateway = await heldGateway(1);
    const first = gateway.ask(route);
    await gateway.atWork;
    const others = [gateway.ask(route), gateway.ask(route)];
    const refused = await Promise.race(others);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([
      503,
      expect.stringMatching(/^[1-4]$/),
    ]);
    expect(await refused.json()).toEqual({
      ...(route === read && { code: "busy" }),
      detail: "Too many such requests at once; try again.",
    });
    gateway.release();
    const answers = await Promise.all([first, ...others]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 503]);
    expect(gateway.begun()).toBe(2);
    expect((await gateway.ask(route)).status).toBe(200);
  },
);

test("requests of one kind cannot take the places of another", async () => {
  await using gateway = await heldGateway(4);
  const answers = routes.flatMap((route) => [gateway.ask(route), gateway.ask(route)]);
  await gateway.atWork;
  gateway.release();
  for (const answer of answers) expect((await answer).status).toBe(200);
});
