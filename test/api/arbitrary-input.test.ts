import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { bodyName } from "#lib/openapi/operation.ts";
import { fallback } from "#lib/routes/fallback.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { anyText } from "#test/support/any-text.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { sessionHeadersOf } from "#test/support/session.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import document from "../../docs/openapi.json" with { type: "json" };

const world = useWorld();

beforeAll(async () => {
  await createLivePost(world.notes);
  await createEpisodeDraft(world.calls);
});

/** Routes whose work is a password's hash are asked less often. */
const runsOf = (route: Route) => (/^accounts\/(login|password)$/.test(route.id) ? 10 : 30);

const fieldNames = [
  ...["parent", "title", "slug", "seo_title", "search_description", "visible_date", "cover_image", "tags"],
  ...[
    "categories",
    "overview",
    "overview_markdown",
    "detail",
    "detail_markdown",
    "publish",
    "base_revision_id",
  ],
  ...["podcast_audio", "episode_number", "episode_type", "season", "keywords", "explicit", "block"],
  ...["require_unpublished", "username", "password", "page", "next", "id", "__proto__", "constructor"],
];

const block = fc.record(
  {
    type: fc.oneof(
      fc.constantFrom("paragraph", "code", "unsupported", "image", "gallery", "audio"),
      fc.jsonValue(),
    ),
    value: fc.oneof(
      anyText(),
      fc.jsonValue(),
      fc.constant({ language: "a", source: "\ud800" }),
      fc.array(fc.record({ id: fc.oneof(fc.nat(3), fc.double()), caption: anyText() })),
      fc.record({ id: fc.oneof(fc.nat(3), fc.maxSafeInteger()) }),
    ),
  },
  { requiredKeys: [] },
);

const fieldValue = fc.oneof(
  fc.jsonValue(),
  anyText(),
  fc.array(block, { maxLength: 4 }),
  fc.constantFrom<unknown>(
    { id: 2 },
    { id: 3 },
    { id: 4 },
    -0,
    "1",
    "2026-02-30T25:00Z",
    "<p><b>x</i>",
    "\0",
    "\ud800",
  ),
);

const body = fc.oneof(
  fc
    .dictionary(fc.oneof(fc.constantFrom(...fieldNames), fc.string()), fieldValue)
    .map((value) => JSON.stringify(value)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  anyText(),
  fc.constantFrom('{"title": 1e400}', '{"parent": {"id": 1e400}}', '{"__proto__": {"title": 1}}'),
);

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...[
          "type",
          "child_of",
          "descendant_of",
          "ancestor_of",
          "translation_of",
          "fields",
          "order",
          "slug",
          "title",
        ],
        ...[
          "limit",
          "offset",
          "page",
          "pageSize",
          "search",
          "parent",
          "format",
          "site",
          "locale",
          "next",
          "uuid",
        ],
        ...["first_published_at", "show_in_menus", "id", "use_post_filter", "rich_text_format"],
      ),
      fc.oneof(
        anyText(),
        fc.constantFrom(
          "root",
          "site.Post",
          "-title",
          "*",
          "_",
          "1",
          "0",
          "last",
          "true",
          "99999999999999999999",
          "%",
          "\0",
        ),
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) =>
    pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join("&"),
  );

const headers = fc.record(
  {
    accept: fc.oneof(fc.string(), fc.constant("*/*")),
    "if-match": fc.oneof(
      fc.string(),
      fc.nat().map((number) => `"${number}"`),
    ),
    "content-type": fc.constantFrom(
      ...["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"],
      ...["multipart/form-data", "text/plain", ";", "application/json; charset=latin1"],
    ),
    cookie: fc.constantFrom("sessionid=x", "csrftoken=; sessionid=", "="),
    "x-csrftoken": fc.string(),
    origin: fc.constantFrom("null", "https://lectern.test", "x"),
  },
  { requiredKeys: [] },
);

test.each([...routes, fallback].map((route) => [route.id, route] as const))(
  "%s answers any request with what it declares, and never with a 500",
  async (_, route) => {
    const id = fc.oneof(fc.nat(12), fc.constantFrom("0", "-1", "abc", "99999999999999999999", "%20"));
    const key = fc.oneof(anyText(), fc.constantFrom("images/1/0123456789ab/x", "/", "%"));
    const request = fc.record({
      id,
      key,
      query,
      headers,
      body,
      as: fc.constantFrom("ada", "su", "bo", "ed", "nobody"),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ id, key, as, ...options }) => {
        const answer = await call(route, { ...options, as, params: { id, key } });
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: runsOf(route) },
    );
  },
);

const takingJson = routes.filter(({ bodyKinds }) => bodyKinds.includes("json"));

test.each(takingJson.map((route) => [route.id, route] as const))(
  "%s answers members that are nested deeply without a 500",
  async (_, route) => {
    const { [bodyName(route)]: schema } = document.components.schemas as Readonly<
      Record<string, { readonly properties?: object }>
    >;
    const names = [...Object.keys(schema?.properties ?? {}), "unknown"];
    const deep = `${'{"a":'.repeat(4_000)}1${"}".repeat(4_000)}`;
    const valid = [
      ["parent", `{"id":${world.notes}}`],
      ["title", '"x"'],
      ["base_revision_id", "1"],
    ] as const;
    for (const known of [new Map<string, string>(), new Map<string, string>(valid)])
      for (const query of route.takesDryRun ? ["", "report=true", "dry_run=true"] : [""]) {
        const members = names.map((name) => `"${name}":${known.get(name) ?? deep}`);
        const { status } = await call(route, {
          ...(route.auth.endsWith("-session") ? { headers: await sessionHeadersOf("su") } : { as: "su" }),
          params: { id: 4 },
          query,
          body: `{${members.join(",")}}`,
        });
        expect([query, status < 500]).toEqual([query, true]);
      }
  },
);
