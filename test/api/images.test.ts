// Proves contract rules: images-access, images-private, images-list, images-search, image-items,
// images-restricted, public-routes.

import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { startedSession } from "#lib/access/sessions.ts";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { findImage, listViewableImages, readViewableImage } from "#lib/routes/images.ts";
import type { Method, Route } from "#lib/routes/route.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { putSession } from "#lib/store/write-credentials.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { makeImage } from "#test/support/media.ts";
import { costOf } from "#test/support/metering.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const base = "https://notes.example";

/**
 * Beside the world's people: `vr` is staff and a reader, `vs` is staff and superuser, `vx` is staff that is
 * inactive.
 */
const manifest = {
  version: 1,
  groups: [{ name: "Readers" }],
  users: [
    { username: "vr", staff: true, groups: ["Readers"] },
    { username: "vs", staff: true, superuser: true },
    { username: "vx", staff: true, active: false },
  ],
  tokens: ["vr", "vs", "vx"].map((name) => ({ name, user: name, secret: name })),
  collections: [
    { path: "Root/Open" },
    { path: "Root/Users", restriction: { type: "login" } },
    { path: "Root/Users/Below" },
    { path: "Root/Readers", restriction: { type: "groups", groups: ["Readers"] } },
    { path: "Root/Readers/Below" },
    { path: "Root/Secret", restriction: { type: "password", password: "sesame" } },
  ],
};

const collections: Record<string, number> = { Root: 1 };

beforeAll(async () => {
  Object.assign(collections, (await applyManifest(manifest)).ids.collections);
});

afterEach(() => {
  delete process.env.SITE_PUBLIC_IMAGES_API;
});

type Query = string | Record<string, string | number>;

const list = (query: Query = "", as: string | null = "va") =>
  call(listViewableImages, { query, ...(as ? { as } : {}) });
const read = (id: number | string, query: Query = "", as: string | null = "va") =>
  call(readViewableImage, { params: { id }, query, ...(as ? { as } : {}) });
const find = (query: Query, as: string | null = "va") => call(findImage, { query, ...(as ? { as } : {}) });
const send = (method: string, path: string, as: string | null) =>
  call({ ...fallback, method: method as Method, path } as Route, as ? { as } : {});

const idsIn = ({ body }: RouteAnswer): number[] => body.results.map(({ id }: { id: number }) => id);

/** The headers that say who may keep an answer. */
const keeping = ({ headers }: RouteAnswer) => [headers["cache-control"], headers.vary];
const byNobody = ["private, no-store", "Accept, Cookie, Authorization"];

describe("the door", () => {
  const everybody = [null, "ed", "di", "ada", "su", "va", "vs", "vx", "nobody"] as const;

  test("is open to staff that are active, and to nobody else", async () => {
    const { id } = await makeImage();
    const statuses = await Promise.all(
      everybody.map(async (as) => [(await list("", as)).status, (await read(id, "", as)).status]),
    );
    expect(Object.fromEntries(everybody.map((as, index) => [as, statuses[index]]))).toEqual({
      null: [403, 403],
      ed: [403, 403],
      di: [403, 403],
      ada: [403, 403],
      su: [403, 403],
      va: [200, 200],
      vs: [200, 200],
      vx: [401, 401],
      nobody: [401, 401],
    });
  });

  test("says why it is closed", async () => {
    expect((await list("", null)).body).toMatchObject({
      detail: "Authentication credentials were not provided.",
    });
    expect((await list("", "su")).body).toMatchObject({
      detail: "You do not have permission to perform this action.",
    });
  });

  test.each(["true", "True"])(
    "is open to everybody where the setting is %s, but to no bad token",
    async (setting) => {
      process.env.SITE_PUBLIC_IMAGES_API = setting;
      const { id } = await makeImage();
      for (const as of [null, "ed", "su", "va"]) {
        const answers = [await list("", as), await read(id, "", as), await find({ id }, as)];
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 302]);
      }
      expect((await list("", "nobody")).status).toBe(401);
    },
  );

  test.each(["1", "yes", "on", '"true"', "[true]", " true", "{", "false", ""])(
    "stays closed where the setting is %j",
    async (setting) => {
      process.env.SITE_PUBLIC_IMAGES_API = setting;
      expect((await list("", null)).status).toBe(403);
      expect((await list("", "va")).status).toBe(200);
    },
  );
});

describe("an answer is for its caller alone", () => {
  const answers = async (): Promise<RouteAnswer[]> => {
    const { id } = await makeImage();
    return [
      await list(),
      await list({ offset: 1000 }),
      await list({ fields: "," }),
      await list({ page: 99 }),
      await list("", null),
      await list("", "ed"),
      await list("", "nobody"),
      await read(id),
      await read(999_999),
      await read("abc"),
      await read(id, "", null),
      await find({ id }),
      await find({}),
      await find({ id }, null),
      await send("POST", "/api/cms/images/", "va"),
      await send("OPTIONS", `/api/cms/images/${id}/`, "va"),
      await send("POST", "/api/cms/images/", null),
      await call(readViewableImage, { as: "va", params: { id }, headers: { accept: "image/png" } }),
    ];
  };

  test("whatever it says", async () => {
    const all = await answers();
    expect(new Set(all.map(({ status }) => status))).toEqual(
      new Set([200, 302, 400, 401, 403, 404, 405, 406]),
    );
    expect(all.map(keeping)).toEqual(all.map(() => byNobody));
  });

  test("also where everybody is let in", async () => {
    process.env.SITE_PUBLIC_IMAGES_API = "true";
    expect([await list("", null), await read(999_999, "", null)].map(keeping)).toEqual([byNobody, byNobody]);
  });

  test("to a browser's session as well", async () => {
    const { secret, session } = startedSession((await readUserByName("va"))!);
    await commitDecision(async () => ({
      writes: [putSession(hashOfSecret(secret), session)],
      value: undefined,
    }));
    const answer = await call(listViewableImages, { headers: { cookie: `sessionid=${secret}` } });
    expect([answer.status, ...keeping(answer)]).toEqual([200, ...byNobody]);
  });
});

describe("images of restricted collections", () => {
  const viewers = [null, "ed", "va", "vr", "su", "vs"] as const;

  /** Whether each of them is shown what is in the collection, where everybody is let in. */
  test.each<[string, ...(0 | 1)[]]>([
    ["Root", 1, 1, 1, 1, 1, 1],
    ["Root/Open", 1, 1, 1, 1, 1, 1],
    ["Root/Users", 0, 1, 1, 1, 1, 1],
    ["Root/Users/Below", 0, 1, 1, 1, 1, 1],
    ["Root/Readers", 0, 1, 0, 1, 1, 1],
    ["Root/Readers/Below", 0, 1, 0, 1, 1, 1],
    ["Root/Secret", 0, 0, 0, 0, 0, 0],
  ])("%s are there for those who pass all restrictions above", async (place, ...expected) => {
    process.env.SITE_PUBLIC_IMAGES_API = "true";
    const { id } = await makeImage({ collectionId: collections[place]! });
    for (const [index, as] of viewers.entries()) {
      const seen = expected[index] === 1;
      const [listed, detail, found] = [
        await list({ id }, as),
        await read(id, "", as),
        await find({ id }, as),
      ];
      expect([as, idsIn(listed), listed.body.count]).toEqual([as, seen ? [id] : [], seen ? 1 : 0]);
      expect([detail.status, found.status]).toEqual(seen ? [200, 302] : [404, 404]);
    }
  });

  test("look as if there were none", async () => {
    const { id } = await makeImage({ collectionId: collections["Root/Readers"]! });
    expect((await read(id)).body).toEqual((await read(999_999)).body);
    expect((await find({ id })).body).toEqual((await find({ id: 999_999 })).body);
  });

  test("appear and vanish with the restriction, at once", async () => {
    const { id } = await makeImage({ collectionId: collections["Root/Open"]! });
    const restriction = { type: "groups", groups: ["Readers"] };
    await applyManifest({ version: 1, collections: [{ path: "Root/Open", restriction }] });
    expect([idsIn(await list({ id })), (await read(id)).status]).toEqual([[], 404]);
    await applyManifest({ version: 1, collections: [{ path: "Root/Open" }] });
    expect([idsIn(await list({ id })), (await read(id)).status]).toEqual([[id], 200]);
  });

  test("are for nobody where the collection is unknown", async () => {
    const { id } = await makeImage({ collectionId: 999_999 });
    expect([idsIn(await list({ id }, "vs")), (await read(id, "", "vs")).status]).toEqual([[], 404]);
  });
});

describe("an image", () => {
  test("shows itself in lists, with its size by its address", async () => {
    const image = await makeImage({ title: "Heron", tags: ["b", "a", "B"] });
    const meta = {
      type: "images.Image",
      detail_url: `${base}/api/cms/images/${image.id}/`,
      tags: ["B", "a", "b"],
      download_url: `/media/${image.file.key}`,
    };
    const item = { id: image.id, meta, title: "Heron" };
    expect((await list({ id: image.id })).body.results).toEqual([item]);
    expect((await read(image.id)).body).toEqual({ ...item, width: 1920, height: 1280 });
  });

  test.each<[string, unknown]>([
    ["_,width,title", { title: "Heron", width: 1920 }],
    ["_,tags", { meta: { tags: ["a"] } }],
    ["-type,-detail_url,-tags,-download_url,-id,-width", { title: "Heron", height: 1280 }],
    ["_", {}],
  ])("shows what %s asks for", async (fields, expected) => {
    const { id } = await makeImage({ title: "Heron", tags: ["a"] });
    expect((await read(id, { fields })).body).toEqual(expected);
  });

  test("is shown in its current state, and not once it is deleted", async () => {
    const image = await makeImage({ title: "Before" });
    await putMedia("image", image.id, () => ({ ...image, title: "After" }));
    expect((await read(image.id)).body.title).toBe("After");
    expect((await list({ id: image.id })).body.results[0].title).toBe("After");
    await deleteMedia("image", image.id);
    expect([idsIn(await list({ id: image.id })), (await read(image.id)).status]).toEqual([[], 404]);
  });

  test.each([999_999, "99999999999999999999", 0])("of the id %s is none", async (id) => {
    const answer = await read(id);
    const text = "No Image matches the given query.";
    expect([answer.status, answer.body]).toEqual([404, { message: text, detail: text }]);
  });
});

describe("a search for an image by its id", () => {
  test("leads to its address, with the other parameters", async () => {
    const { id } = await makeImage();
    const answer = await find(`id=7&fields=_,title&id=${id}&x=%20`);
    expect([answer.status, answer.body]).toEqual([302, ""]);
    expect(answer.headers.location).toBe(`${base}/api/cms/images/${id}/?fields=_%2Ctitle&x=+`);
    expect((await find({ id })).headers.location).toBe(`${base}/api/cms/images/${id}/`);
  });

  test.each(["", "id=", "id=abc", "id=-1", "id=1.0", "id=999999", "id=99999999999999999999", "html_path=/"])(
    "finds none for ?%s",
    async (query) => {
      const answer = await find(query);
      expect([answer.status, answer.body]).toEqual([404, { message: "not found", detail: "not found" }]);
    },
  );
});

describe("a list of images", () => {
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const collectionId = collections["Root/Open"]!;
    const files = async (width: number, height: number) => {
      const { file } = await makeImage({ collectionId: collections["Root/Secret"]! });
      return { file: { ...file, width, height } };
    };
    const make = async (name: string, given: Parameters<typeof makeImage>[0]) => {
      ids[name] = (await makeImage({ collectionId, ...given })).id;
    };
    const tags = ["listed"];
    await make("egret", { title: "The Grey Egret", tags: [...tags, "Birds"], ...(await files(11, 7)) });
    await make("reed", { title: "Reed", description: "An égret, standing.", tags, ...(await files(12, 7)) });
    await make("tide", { title: "Low tide", tags: [...tags, "egret", "low water"], ...(await files(12, 9)) });
  });

  const named = (answer: RouteAnswer): string[] =>
    idsIn(answer).map((id) => Object.keys(ids).find((name) => ids[name] === id) ?? "another");

  test.each<[string, readonly string[]]>([
    ["tags=listed", ["egret", "reed", "tide"]],
    ["tags=listed,Birds", ["egret"]],
    ["tags=listed,birds", []],
    ["tags=listed,low+water", ["tide"]],
    ["tags=listed,", []],
    ["tags=", []],
    ["tags=listed&height=7", ["egret", "reed"]],
    ["tags=listed&height=7&width=12", ["reed"]],
    ["title=Low+tide", ["tide"]],
    ["title=low+tide", []],
    ["tags=listed&order=-width,title", ["tide", "reed", "egret"]],
    ["tags=listed&order=title", ["tide", "reed", "egret"]],
    ["tags=listed&order=-id&limit=1&offset=1", ["reed"]],
    ["search=EGRET", ["egret", "reed", "tide"]],
    ["search=egret&order=-id", ["tide", "reed", "egret"]],
    ["search=egret+low", ["tide"]],
    ["search=tide+birds+reed&search_operator=or", ["reed", "tide", "egret"]],
    ["search=standing&height=7", ["reed"]],
    ["search=egre", []],
    ["search=", []],
    ["search=%22+-", []],
    ["search=%22grey", ["egret"]],
    ["search=listed&width=12", ["reed", "tide"]],
  ])("?%s is %j", async (query, expected) => {
    expect(named(await list(query))).toEqual(expected);
  });

  test("counts all, and links to the windows before and after, in the style of the request", async () => {
    const pages = (await list("tags=listed&page=2&pageSize=1")).body;
    expect(pages).toMatchObject({ count: 3, meta: { total_count: 3 } });
    expect([pages.next, pages.previous].map((url) => new URL(url).search)).toEqual([
      "?page=3&pageSize=1&tags=listed",
      "?pageSize=1&tags=listed",
    ]);
    const offsets = (await list("tags=listed&limit=2")).body;
    expect(new URL(offsets.next).pathname + new URL(offsets.next).search).toBe(
      "/api/cms/images/?limit=2&offset=2&tags=listed",
    );
    expect((await list("tags=listed&order=random&limit=2")).body).toMatchObject({
      count: 3,
      next: null,
      results: [{}, {}],
    });
  });

  test.each<[string, number, string]>([
    ["a=b", 400, "query parameter is not an operation or a recognised field: a"],
    ["tags=a&search=b", 400, "filtering by tag with a search query is not supported"],
    ["width=x", 400, "field filter error. 'x' is not a valid value for width (expected an integer)"],
    ["fields=x", 400, "unknown fields: x"],
    ["order=x", 400, "cannot order by 'x' (unknown field)"],
    ["page=99", 404, "Invalid page."],
  ])("is refused for ?%s with %i", async (query, status, text) => {
    const answer = await list(query);
    expect([answer.status, answer.body]).toEqual([status, { message: text, detail: text }]);
  });

  test("shows the fields that are asked for", async () => {
    const { body } = await list("tags=listed&fields=_,width&order=id");
    expect(body.results).toEqual([{ width: 11 }, { width: 12 }, { width: 12 }]);
  });

  test("and one image cost one request to the table besides those for the caller", async () => {
    await list();
    expect(await costOf(() => list())).toMatchObject({ requests: 2, readUnits: 4, writeUnits: 0 });
    const reading = () => read(ids.egret!);
    expect(await costOf(reading)).toMatchObject({ requests: 2, readUnits: 5, writeUnits: 0 });
    process.env.SITE_PUBLIC_IMAGES_API = "true";
    expect(await costOf(() => list("", null))).toMatchObject({ requests: 1, readUnits: 1, writeUnits: 0 });
  });
});
