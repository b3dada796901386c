// Proves contract rules: slash-optional, unknown-paths, methods, order-of-checks, negotiation, media-types,
// empty-body, body-size, roots, api-description, errors-legacy, safety-headers, bearer-tokens.

import { describe, expect, test } from "vitest";
import { readApiDocs, readApiDocsFile } from "#lib/routes/api-docs.ts";
import { createPost, readPost } from "#lib/routes/editor-posts.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { listPages } from "#lib/routes/pages.ts";
import { readOpenApi, readRoot } from "#lib/routes/root.ts";
import type { Method, Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { answerOf, call } from "#test/support/call.ts";
import { createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();

/** Sends a request that no route answers. */
const send = (method: string, path: string, as?: string, headers: Readonly<Record<string, string>> = {}) =>
  call({ ...fallback, method: method as Method, path } as Route, { headers, ...(as && { as }) });

describe("every answer", () => {
  test("has the headers that protect browsers, and says what it varies by and what is allowed", async () => {
    for (const answer of [await call(readRoot), await call(readPost, { params: { id: 1 } })]) {
      expect(answer.headers).toMatchObject({
        "content-type": "application/json",
        vary: "Accept, Cookie",
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        allow: expect.stringContaining("OPTIONS"),
      });
      expect(answer.headers).not.toHaveProperty("etag");
    }
  });

  test("is framed, sniffed and told to others by no browser, whoever asks for what", async () => {
    for (const route of [...routes, fallback])
      for (const as of [undefined, "su"]) {
        const params = Object.fromEntries(route.params.map((name) => [name, 999_999]));
        const { status, headers } = await answerOf(route, { ...(as && { as }), params });
        const policy = headers["content-security-policy"];
        expect({ id: route.id, status, headers, policy }).toMatchObject({
          headers: {
            "x-frame-options": "DENY",
            "x-content-type-options": "nosniff",
            "referrer-policy": expect.stringMatching(/^(same-origin|no-referrer)$/),
            "cross-origin-opener-policy": "same-origin",
          },
          policy: expect.stringMatching(/^default-src 'none'.*; frame-ancestors 'none'$/),
        });
      }
  });

  test("allows what the path allows", async () => {
    const collection = await call(createPost, { as: "ada", body: {} });
    const detail = await call(readPost, { as: "ada", params: { id: 1 } });
    expect([collection.headers.allow, detail.headers.allow]).toEqual([
      "GET, POST, HEAD, OPTIONS",
      "GET, PATCH, HEAD, OPTIONS",
    ]);
  });
});

describe("the roots", () => {
  test("are listed as absolute addresses", async () => {
    const { body } = await call(readRoot);
    expect(Object.keys(body)).toEqual([
      "videos",
      "audios",
      "comment_training_data",
      "themes",
      "pages",
      "images",
      "facet_counts",
    ]);
    expect(body.pages).toMatch(/^https?:\/\/[^/]+\/api\/cms\/pages\/$/);
  });

  test("include the description of the API", async () => {
    const { status, body } = await call(readOpenApi);
    expect([status, body.openapi.slice(0, 3)]).toEqual([200, "3.1"]);
  });

  test("include the custom blocks of the site in that description", async () => {
    const blocks = { walk: { type: "struct", fields: { length: { type: "integer" } } } };
    process.env.SITE_POST_BODY_BLOCKS = JSON.stringify({ sections: { detail: ["walk"] }, blocks });
    const { schemas } = (await call(readOpenApi)).body.components;
    const { mapping } = schemas.DetailBlock.discriminator;
    expect(mapping.walk).toBe("#/components/schemas/DetailBlock.walk");
    expect(schemas["DetailBlock.walk"].properties.value.required).toEqual(["length"]);
    expect(schemas.OverviewBlock.discriminator.mapping).not.toHaveProperty("walk");
  });

  test("come as a page for people, with the files that it names, and no others", async () => {
    const page = await call(readApiDocs);
    const names = [...page.text.matchAll(/"\/api\/docs\/([^"]+)"/g)].map(([, name]) => name);
    expect(names).toHaveLength(2);
    for (const name of names) {
      const file = await call(readApiDocsFile, { params: { name: name! } });
      expect([file.status, file.text.length > 100_000]).toEqual([200, true]);
    }
    for (const name of ["swagger-ui.css", "constructor", "../api-docs/page.ts"])
      expect((await call(readApiDocsFile, { params: { name } })).status).toBe(404);
  });
});

describe("what no route answers", () => {
  test.each([
    ["/api/nothing/", { detail: "Not found." }],
    ["/api/editor/posts/abc/", { code: "not_found", detail: "Not found." }],
    ["/api/cms/nothing/", { message: "Not found.", detail: "Not found." }],
    ["/accounts/nothing/", { code: "not_found", detail: "Not found." }],
    ["/api/editor/posts//", { code: "not_found", detail: "Not found." }],
  ])("is 404 at %s", async (path, body) => {
    const answer = await send("GET", path);
    expect([answer.status, answer.body]).toEqual([404, body]);
  });

  test.each([
    ["PUT", "/api/editor/posts/", "ada", 405, "GET, POST, HEAD, OPTIONS"],
    ["DELETE", "/api/editor/posts/1/", "ada", 405, "GET, PATCH, HEAD, OPTIONS"],
    ["POST", "/api/cms/pages/", undefined, 405, "GET, HEAD, OPTIONS"],
    ["OPTIONS", "/api/editor/posts/", "ada", 200, "GET, POST, HEAD, OPTIONS"],
  ])("%s %s by %s is %i, and says what is allowed", async (method, path, as, status, allow) => {
    const answer = await send(method, path, as);
    expect([answer.status, answer.headers.allow]).toEqual([status, allow]);
    if (status === 405) expect(answer.body.detail).toBe(`Method "${method}" not allowed.`);
  });

  test.each([
    ["PUT", "/api/editor/posts/", "GET, POST, HEAD, OPTIONS"],
    ["HEAD", "/api/editor/posts/9/publish/", "POST, OPTIONS"],
    ["GET", "/api/nothing/", ""],
  ])("%s %s says what is allowed also where it is refused", async (method, path, allow) => {
    expect((await send(method, path)).headers.allow).toBe(allow);
  });

  test.each(["PUT", "OPTIONS"])("%s behind a closed door is refused at the door", async (method) => {
    expect((await send(method, "/api/editor/posts/")).body.code).toBe("not_authenticated");
    expect((await send(method, "/api/editor/posts/", "ed")).body.code).toBe("permission_denied");
  });

  test("OPTIONS says what a path is and what it takes", async () => {
    const { body } = await send("OPTIONS", "/api/editor/posts/", "ada-none");
    expect(body).toEqual({
      name: expect.any(String),
      description: expect.stringContaining("create a draft post"),
      renders: ["application/json"],
      parses: ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"],
    });
  });
});

describe("negotiation", () => {
  test.each([
    ["application/json", 200],
    ["text/html,application/xhtml+xml,*/*;q=0.8", 200],
    ["application/*", 200],
    ["image/png", 406],
    ["application/json;q=0", 406],
    ["application/json; q=0.00", 406],
  ])("Accept: %s gives %i", async (accept, status) => {
    expect((await call(listPages, { headers: { accept } })).status).toBe(status);
  });

  test("knows no other format than JSON, and says so in the words of the surface", async () => {
    const pages = await call(listPages, { query: { format: "xml" } });
    const roots = await call(readRoot, { query: { format: "xml" } });
    expect([pages, roots].map(({ status, body }) => [status, body])).toEqual([
      [404, { message: "", detail: "" }],
      [404, { detail: "Not found." }],
    ]);
  });

  test("of a method that a path lacks is that of the path's routes", async () => {
    const asked = { accept: "text/event-stream" };
    const statusOf = async (method: string, path: string) => (await send(method, path, "ada", asked)).status;
    for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE"])
      expect([method, await statusOf(method, "/api/mcp/")]).toEqual([method, 405]);
    for (const { path, auth, takesAnyAccept } of routes)
      if (takesAnyAccept && auth === "public") {
        const there = path.replace(/\{\w+\+?\}/g, "1");
        expect([there, await statusOf("PUT", there)]).toEqual([there, 405]);
      }
    expect(await statusOf("PUT", "/api/editor/posts/")).toBe(406);
    expect(await statusOf("GET", "/api/editor/no-such-thing/")).toBe(404);
  });

  test("comes before authentication", async () => {
    const { status, body } = await call(readPost, { params: { id: 1 }, headers: { accept: "image/png" } });
    expect([status, body]).toEqual([
      406,
      { code: "not_acceptable", detail: "Could not satisfy the request Accept header." },
    ]);
  });
});

describe("bodies", () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    call(createPost, { as: "ada", body, headers });

  test.each([
    ["{", "parse_error"],
    ["\xff", "parse_error"],
    ["null", "null"],
    ["[]", "invalid"],
    ['"text"', "invalid"],
    ["5", "invalid"],
  ])("%j is refused as %s", async (text, code) => {
    const { status, body } = await post(text);
    expect([status, body.errors.non_field_errors[0].code]).toEqual([400, code]);
  });

  test("that are empty count as {}", async () => {
    const { body } = await post("", { "content-type": "application/json" });
    expect(Object.keys(body.errors).sort()).toEqual(["parent", "title"]);
  });

  test("of a type that the route does not take are refused", async () => {
    const { status, body } = await post("x", { "content-type": "text/plain" });
    expect([status, body]).toEqual([
      415,
      { code: "unsupported_media_type", detail: 'Unsupported media type "text/plain" in request.' },
    ]);
  });

  test("beyond the route's limit are refused", async () => {
    const { status, body } = await post(`"${"x".repeat(1_100_000)}"`);
    expect([status, body.code]).toEqual([413, "payload_too_large"]);
  });

  test.each([
    [
      "urlencoded",
      "application/x-www-form-urlencoded",
      (fields: [string, string][]) => new URLSearchParams(fields).toString(),
    ],
    [
      "multipart",
      "multipart/form-data; boundary=a-long-boundary",
      (fields: [string, string][]) =>
        `${fields.map(([name, value]) => `--a-long-boundary\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join("")}--a-long-boundary--\r\n`,
    ],
  ])("may be %s forms", async (_, type, encode) => {
    const slug = freshSlug();
    const fields: [string, string][] = [
      ["parent.id", String(world.notes)],
      ["title", "By form"],
      ["slug", slug],
      ["tags", "a"],
      ["tags", "b"],
      ["overview", '[{"type":"paragraph","value":"x"}]'],
    ];
    const { status, body } = await post(encode(fields), { "content-type": type });
    expect([status, body.errors]).toEqual([201, undefined]);
    expect(body).toMatchObject({
      slug,
      tags: ["a", "b"],
      overview: [{ type: "paragraph", value: "<p>x</p>" }],
    });
  });

  test.each([
    [
      "too many fields",
      Array.from({ length: 1_001 }, (_, index) => `f${index}=`).join("&"),
      "non_field_errors",
    ],
    ["names with two dots", "parent.id.x=3", "parent"],
    ["names of prototypes", "__proto__.title=x&constructor.title=x", "title"],
  ])("of forms with %s mean nothing", async (_, text, path) => {
    const { status, body } = await post(text, { "content-type": "application/x-www-form-urlencoded" });
    expect([status, Object.keys(body.errors)]).toEqual([400, expect.arrayContaining([path])]);
  });

  test("of forms that cannot be read are refused", async () => {
    const { status, body } = await post("--b\r\nnonsense", {
      "content-type": "multipart/form-data; boundary=b",
    });
    expect([status, body.errors.non_field_errors[0].code]).toEqual([400, "parse_error"]);
  });
});

describe("doors", () => {
  test.each(["Bearer", "bearer ", "Bearer  x y"])(
    "a token that is none is refused: %j",
    async (authorization) => {
      const { status } = await call(readRoot, { headers: { authorization } });
      expect(status).toBe(401);
    },
  );

  test("a token is taken from its header, and from no query or body", async () => {
    const post = await createLivePost(world.notes);
    const params = { id: post.id };
    expect((await call(readPost, { as: "ada", params })).status).toBe(200);
    const query = { token: "ada", access_token: "ada", authorization: "Bearer ada" };
    expect((await call(readPost, { params, query })).status).toBe(403);
    const body = { parent: { id: world.notes }, title: "By nobody", ...query };
    expect((await call(createPost, { query, body })).status).toBe(403);
  });

  test.each<[string | undefined, number, string]>([
    [undefined, 403, "not_authenticated"],
    ["ed", 403, "permission_denied"],
    ["ex", 401, "authentication_failed"],
    ["nobody", 401, "authentication_failed"],
  ])("%s is refused with %i %s by the editor API", async (as, status, code) => {
    const answer = await call(readPost, { params: { id: 1 }, ...(as ? { as } : {}) });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});
