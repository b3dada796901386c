// Proves contract rules: methods, order-of-checks, editor-access, missing-credentials, scopes, public-routes,
// csrf, admin-access.

import { beforeAll, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { fallback } from "#lib/routes/fallback.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { type CallOptions, call } from "../support/call.ts";
import { cookiesOf, sessionHeadersOf } from "../support/session.ts";
import { useSetting } from "../support/settings.ts";
import { useWorld } from "../support/world.ts";

useWorld();
beforeAll(async () => {
  await applyManifest({
    version: 1,
    tokens: [{ name: "va-none", user: "va", secret: "va-none", scopes: [] }],
  });
});
const setClasses = useSetting("SITE_AUTHENTICATION_CLASSES");

/** Without those that only tokens open, which refuse strangers with 401 in any case. */
const guarded = routes.filter(({ auth }) => auth !== "public" && auth !== "token");
const forEditors = routes.filter(({ auth }) => auth === "editor");
const changing = routes.filter(({ method }) => method !== "GET");
const scoped = routes.filter(({ scope, auth }) => scope !== undefined && auth === "editor");

/** Somebody whose token the route admits; superusers are not staff by themselves. */
const insiderOf = ({ auth }: Pick<Route, "auth">): string => {
  if (auth === "moderator") return "mo";
  return auth === "staff" || auth === "images" ? "va" : "su";
};

type Credentials = Pick<CallOptions<string>, "as" | "headers">;

/** The credentials of somebody whom the route admits: a session where it takes no tokens. */
const insidersOf = async (route: Pick<Route, "auth">): Promise<Credentials> =>
  route.auth.endsWith("-session") ? { headers: await sessionHeadersOf("su") } : { as: insiderOf(route) };

const knockAsInsider = async (route: Route) => {
  const { as, headers } = await insidersOf(route);
  return knock(route, as, headers);
};

/** An id for each placeholder; strangers must not learn whether it exists. */
const someIds = ({ params }: Route) => Object.fromEntries(params.map((name) => [name, 1]));

/** Calls the route with input that it would refuse after admitting the caller. */
const knock = (route: Route, as?: string, headers: Readonly<Record<string, string>> = {}) =>
  call(route, {
    params: someIds(route),
    headers,
    ...(as === undefined ? {} : { as }),
    ...(route.body ? { body: "{" } : {}),
  });

const codeOf = (route: Route, code: string) => (route.envelope === "editor" ? { code } : {});

/** OAuth has codes and a name of its own for what other surfaces call `detail`. */
const detailOf = ({ envelope }: Route, detail: string) =>
  envelope === "oauth" ? { error_description: detail } : { detail };

test("there are routes to try", () => {
  expect(guarded.length).toBeGreaterThan(5);
  expect(scoped.length).toBeGreaterThan(1);
});

/** Open to everybody (contract#public-routes). */
const publicPaths =
  /^\/api\/(audios\/(webplayer|player_config)|themes|update_theme|cms\/pages|facet_counts|search-suggestions)\//;

describe.each(routes.filter(({ path }) => publicPaths.test(path)))("$method $path", (route) => {
  test("lets in whoever comes", async () => {
    for (const as of [undefined, "ed"])
      expect([401, 403, 500]).not.toContain((await knock(route, as)).status);
  });
});

test("everything below /api/editor/ is for editors only, of whom staff decide on comments; their tokens take a session", () => {
  const below = routes.filter(({ path }) => path.startsWith("/api/editor/"));
  expect(below.filter(({ auth }) => auth !== "editor").map(({ id, auth }) => `${id} ${auth}`)).toEqual([
    "comments/list moderator",
    "comments/approve moderator",
    "comments/refuse moderator",
    "comments/remove moderator",
    "editor/tokens/list editor-session",
    "editor/tokens/create editor-session",
    "editor/tokens/delete editor-session",
    ...["list", "create", "read", "update", "delete", "test", "list-deliveries", "replay-delivery"].map(
      (verb) => `editor/webhooks/${verb} superuser`,
    ),
  ]);
});

test.each(routes.filter(({ path }) => path.startsWith("/api/editor/")))(
  "$method $path refuses who has no admin access, staff too, before it looks at scope and body",
  async (route) => {
    const headers = { headers: await sessionHeadersOf("va") };
    for (const caller of [{ as: "va" }, { as: "ed" }, { as: "va-none" }, headers]) {
      const { status, body } = await call(route, {
        ...caller,
        params: someIds(route),
        ...(route.body && { body: "{" }),
      });
      expect([caller, status, body.code]).toEqual([caller, 403, "permission_denied"]);
    }
  },
);

test("no editor needs a scope to read, and everybody needs one to change something", () => {
  const publishing = /\/(publish|unpublish|schedule|unschedule)$/;
  const deleting = /^editor\/(posts|episodes)\/delete$|^editor\/media\/delete-(?!transcript)/;
  const needed = ({ id, method }: Route) => {
    if (method === "GET") return undefined;
    if (deleting.test(id)) return "delete";
    return publishing.test(id) ? "publish" : "write";
  };
  expect(forEditors.map(({ id, scope }) => [id, scope])).toEqual(
    forEditors.map((route) => [route.id, needed(route)]),
  );
});

describe.each(guarded)("$method $path", (route) => {
  test("refuses callers without credentials before it looks at what they sent", async () => {
    const answer = await knock(route);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      ...codeOf(route, "not_authenticated"),
      detail: "Authentication credentials were not provided.",
    });
  });

  test("takes a session that nobody knows for none", async () => {
    const answer = await knock(route, undefined, { cookie: "sessionid=made-up; csrftoken=made-up" });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject(codeOf(route, "not_authenticated"));
  });

  test("lets those in whom it is for", async () => {
    const answer = await knockAsInsider(route);
    expect([401, 403, 500]).not.toContain(answer.status);
  });
});

/** A query that these guarded routes refuse. */
const badQuery = "page=0&limit=x&order=--";
const asked = guarded.filter(({ query }) => Object.keys(query.parameters).length > 0);

describe.each(asked)("$method $path", (route) => {
  test("refuses callers without credentials before it looks at their query", async () => {
    const ask = (credentials: Credentials) =>
      call(route, { params: someIds(route), query: badQuery, ...credentials });
    expect((await ask({})).status).toBe(403);
    expect([400, 404]).toContain((await ask(await insidersOf(route))).status);
  });
});

describe.each(guarded)("$method $path, where tokens come first", (route) => {
  test("challenges callers without credentials", async () => {
    await setClasses(["token", "session"]);
    for (const headers of [{}, { cookie: "sessionid=made-up; csrftoken=made-up" }]) {
      const answer = await knock(route, undefined, headers);
      expect(answer.status).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
      expect(answer.body).toMatchObject({
        ...codeOf(route, "not_authenticated"),
        detail: "Authentication credentials were not provided.",
      });
    }
  });

  test("lets those in whom it is for", async () => {
    await setClasses(["token", "session"]);
    const answer = await knockAsInsider(route);
    expect([401, 403, 500]).not.toContain(answer.status);
  });
});

describe.each(forEditors)("$method $path", (route) => {
  test("refuses users without admin access before it looks at what they sent", async () => {
    const answer = await knock(route, "ed");
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      ...codeOf(route, "permission_denied"),
      detail: "You do not have permission to perform this action.",
    });
  });
});

describe.each(scoped)("$method $path", (route) => {
  test("refuses a token whose scopes are not among those it needs", async () => {
    const answer = await knock(route, "ada-none");
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: "insufficient_scope" });
  });
});

describe.each(changing.filter(({ csrf }) => csrf === "token"))("$method $path", (route) => {
  test("refuses a session whose request does not bring its CSRF token", async () => {
    const answer = await knock(route, undefined, { cookie: await cookiesOf("ada") });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      ...codeOf(route, "csrf_failed"),
      detail: "CSRF Failed: CSRF token missing.",
    });
  });
});

describe.each(changing.filter(({ csrf }) => csrf === "origin"))("$method $path", (route) => {
  test("refuses a page of another origin", async () => {
    const answer = await knock(route, undefined, { origin: "https://evil.example" });
    expect(answer.status).toBe(403);
    expect(answer.body.error_description ?? answer.body.detail).toMatch(/^CSRF Failed/);
  });
});

describe.each(routes)("$method $path", (route) => {
  test.each([
    ["a token that nobody has", "made-up"],
    ["a token of an inactive user", "ex"],
  ])("refuses %s, with the challenge that belongs to it", async (_, token) => {
    const answer = await knock(route, token);
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
    expect(answer.body).toMatchObject({
      ...codeOf(route, "authentication_failed"),
      ...detailOf(route, "Invalid or expired token."),
    });
  });
});

const pathsOf = (some: readonly Route[]) => [
  ...new Map(some.map(({ path, auth }) => [path, { path, auth }])).values(),
];

/** Asks with a method that the path lacks. */
const misuse = (path: string, credentials: Credentials = {}) => {
  const takesPut = routes.some((route) => route.path === path && route.method === "PUT");
  const method = takesPut ? "PATCH" : "PUT";
  return call({ ...fallback, method, path: path.replaceAll(/\{\w+\+?\}/g, "1") }, credentials);
};

test.each(pathsOf(guarded))(
  "$path does not tell strangers which methods it lacks",
  async ({ path, auth }) => {
    expect((await misuse(path)).status).toBe(403);
    expect((await misuse(path, await insidersOf({ auth }))).status).toBe(405);
  },
);

test.each(pathsOf(guarded))(
  "$path challenges strangers for methods that it lacks, where tokens come first",
  async ({ path, auth }) => {
    await setClasses(["token", "session"]);
    const { status, headers } = await misuse(path);
    expect([status, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect((await misuse(path, await insidersOf({ auth }))).status).toBe(405);
  },
);

test.each(pathsOf(forEditors))("$path tells nobody without admin access either", async ({ path }) => {
  expect((await misuse(path, { as: "ed" })).status).toBe(403);
});
