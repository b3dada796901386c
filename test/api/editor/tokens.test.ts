// Proves contract rules: token-secrets, token-limits, token-expiry, token-use, own-tokens, token-creation.

import { crc32 } from "node:zlib";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { hashOfSecret, newTokenSecret } from "#lib/access/secrets.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { issueToken } from "#lib/actions/people/tokens.ts";
import { clock } from "#lib/clock.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { listBin, restoreFromBin } from "#lib/routes/editor-bin.ts";
import { listCollections, listImages } from "#lib/routes/editor-media.ts";
import { updateAudio, updateImage, updateVideo } from "#lib/routes/editor-media-objects.ts";
import { listCategories, listEditablePages, listSeasons, listTags } from "#lib/routes/editor-pages.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import { createPost, lookUpPost, readPost } from "#lib/routes/editor-posts.ts";
import { deletePost } from "#lib/routes/editor-state.ts";
import { createOwnToken, deleteOwnToken, listOwnTokens } from "#lib/routes/editor-tokens.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { listOwnAudios, readOwnAudio } from "#lib/routes/own-media.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { readCredential } from "#lib/store/credentials.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { useFiles } from "#test/support/files.ts";
import { multipart } from "#test/support/form.ts";
import { audioWithTranscript, makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { sessionHeadersOf } from "#test/support/session.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

afterEach(() => {
  vi.restoreAllMocks();
});

const create = async (body: object, as = "ada") =>
  call(createOwnToken, { headers: await sessionHeadersOf(as), body: { name: freshSlug(), ...body } });

/** The secret of a new token of the user. */
const tokenOf = async (as: string, limits: object = {}): Promise<string> =>
  (await create({ scopes: ["write", "publish", "delete"], ...limits }, as)).body.secret;

const own = async (as = "ada") =>
  (await call(listOwnTokens, { headers: await sessionHeadersOf(as) })).body.results;

const problemsOf = ({ status, body }: RouteAnswer) => {
  expect([status, body.code]).toEqual([400, "validation_error"]);
  return Object.fromEntries(
    Object.entries(body.errors as Record<string, { code: string }[]>).map(([path, found]) => [
      path,
      found.map(({ code }) => code),
    ]),
  );
};

test("a secret begins with lct_ and ends with the CRC-32 of what is between", () => {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const secrets = Array.from({ length: 50 }, newTokenSecret);
  for (const secret of secrets) {
    const [, random = "", checksum = ""] = /^lct_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(secret) ?? [];
    const sum = [...checksum].reduce((value, digit) => value * 62 + digits.indexOf(digit), 0);
    expect(sum).toBe(crc32(random));
  }
  expect(new Set(secrets).size).toBe(50);
});

describe("one's own tokens", () => {
  test("are made, listed without their secrets, used and deleted", async () => {
    const expires_at = "2090-01-02T03:04:05.000Z";
    const limits = { parents: [world.notes], collections: [world.shows], expires_at };
    const { status, body } = await create({ name: "nightly", scopes: ["publish"], ...limits });
    expect(status).toBe(201);
    const { secret, ...shown } = body;
    expect(shown).toEqual({
      ...{ id: expect.any(Number), name: "nightly", scopes: ["publish"], ...limits },
      ...{ created_at: expect.any(String), last_used_at: null },
    });
    expect(await own()).toContainEqual(shown);
    expect(JSON.stringify(await own())).not.toContain("lct_");
    const { body: me } = await call(whoAmI, { as: secret });
    expect(me).toMatchObject({ scopes: ["publish"], token: { name: "nightly", expires_at } });
    const params = { id: shown.id };
    expect((await call(deleteOwnToken, { headers: await sessionHeadersOf("ada"), params })).status).toBe(204);
    expect((await call(whoAmI, { as: secret })).status).toBe(401);
    expect(await own()).not.toContainEqual(expect.objectContaining({ name: "nightly" }));
  });

  test("may only write unless they name scopes", async () => {
    expect((await create({})).body.scopes).toEqual(["write"]);
    expect((await create({ scopes: null })).body.scopes).toEqual(["write"]);
    expect((await create({ scopes: [] })).body.scopes).toEqual([]);
  });

  test("are not made where a member of the body cannot be", async () => {
    const before = await own();
    const answer = await create({
      ...{ scopes: ["write", "pubish"], parents: [world.notes, 999_999], collections: [999_999] },
      expires_at: "2020-01-01T00:00:00Z",
    });
    expect(problemsOf(answer)).toEqual({
      ...{ "scopes.1": ["invalid_choice"], "parents.1": ["not_found"], "collections.0": ["not_found"] },
      expires_at: ["min_value"],
    });
    expect(problemsOf(await create({ name: " " }))).toEqual({ name: ["blank"] });
    expect(problemsOf(await create({ name: "a\u001b[2Jb" }))).toEqual({ name: ["invalid"] });
    expect(problemsOf(await create({ name: "ada-write" }))).toEqual({ name: ["duplicate"] });
    const many = Array.from({ length: 101 }, (_, index) => index + 1);
    expect(problemsOf(await create({ parents: many }))).toEqual({ parents: ["max_length"] });
    expect(await own()).toEqual(before);
  });

  test("have nothing of a body but what may be asked for", async () => {
    const somebody = (await readUserByName("su"))!.id;
    const secret = newTokenSecret();
    const more = { id: 1, secret, user: somebody, user_id: somebody, username: "su", superuser: true };
    const { status, body } = await create({
      scopes: ["write"],
      ...more,
      last_used_at: "2020-01-01T00:00:00Z",
    });
    expect([status, body.last_used_at]).toEqual([201, null]);
    expect(body.secret).not.toBe(secret);
    const { user, scopes } = (await call(whoAmI, { as: body.secret })).body;
    expect([user.username, scopes]).toEqual(["ada", ["write"]]);
  });

  test("reach no page or collection where their owner has no rights", async () => {
    const answer = await create({ parents: [world.calls], collections: [1] }, "bo");
    expect(problemsOf(answer)).toEqual({ "parents.0": ["not_found"], "collections.0": ["not_found"] });
    expect((await create({ parents: [world.notes], collections: [world.shows] }, "bo")).status).toBe(201);
  });

  test("are no business of tokens, nor of other people", async () => {
    const { id } = (await create({})).body;
    const answers = await Promise.all([
      call(listOwnTokens, { as: "ada" }),
      call(createOwnToken, { as: "su", body: { name: "more" } }),
      call(deleteOwnToken, { as: "ada", params: { id } }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [403, "permission_denied"]),
    );
    const byAnother = { headers: await sessionHeadersOf("su"), params: { id } };
    expect((await call(deleteOwnToken, byAnother)).status).toBe(404);
    expect(await own("su")).not.toContainEqual(expect.objectContaining({ id }));
  });

  test("of one name are one, however many are asked for at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ name: "only" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
  });
});

test("a token opens nothing from the instant on at which it expires", async () => {
  const expires_at = new Date(clock.nowMs() + 60_000).toISOString();
  const secret = await tokenOf("ada", { expires_at });
  const status = async () => (await call(whoAmI, { as: secret })).status;
  expect(await status()).toBe(200);
  const at = vi.spyOn(clock, "nowMs").mockReturnValue(Date.parse(expires_at) - 1);
  expect(await status()).toBe(200);
  at.mockReturnValue(Date.parse(expires_at));
  expect(await status()).toBe(401);
});

test("the last use of a token is written by requests that may write, once a day", async () => {
  const secret = await tokenOf("ada");
  const lastUse = async () => {
    const credential = await readCredential(hashOfSecret(secret));
    return credential?.kind === "token" ? (credential.lastUsedAt ?? null) : undefined;
  };
  const write = (query = "") => call(createPost, { as: secret, query, body: {} });
  await call(whoAmI, { as: secret });
  await write("dry_run=true");
  expect(await lastUse()).toBeNull();
  const now = clock.nowMs();
  const today = vi.spyOn(clock, "nowMs").mockReturnValue(now);
  await write();
  expect(await lastUse()).toBe(new Date(now).toISOString());
  today.mockReturnValue(now + 23 * 3_600_000);
  await write();
  expect(await lastUse()).toBe(new Date(now).toISOString());
  today.mockReturnValue(now + 25 * 3_600_000);
  await write();
  expect(await lastUse()).toBe(new Date(now + 25 * 3_600_000).toISOString());
  today.mockRestore();
  expect(await own()).toContainEqual(
    expect.objectContaining({ last_used_at: new Date(now + 25 * 3_600_000).toISOString() }),
  );
});

describe("a token that is limited to a blog", () => {
  let secrets: readonly string[];
  const pages = { draft: 0, live: 0, binned: 0, inside: 0, binnedInside: 0 };

  const binned = async (id: number) => {
    await call(deletePost, { as: "ada", params: { id } });
    return id;
  };

  beforeAll(async () => {
    secrets = [
      await tokenOf("ada", { parents: [world.notes] }),
      await tokenOf("su", { parents: [world.notes] }),
    ];
    const outside = { tags: ["outside"], categories: [world.weather] };
    pages.draft = (await createDraft(world.calls, outside)).id;
    pages.live = (await createLivePost(world.calls, outside)).id;
    pages.binned = await binned((await createDraft(world.calls)).id);
    pages.inside = (await createDraft(world.notes, { tags: ["inside"] })).id;
    pages.binnedInside = await binned((await createDraft(world.notes)).id);
  });

  test("creates and finds posts inside only", async () => {
    const { slug } = (await call(readPost, { as: "ada", params: { id: pages.draft } })).body;
    for (const as of secrets) {
      const made = async (parent: number) =>
        (await call(createPost, { as, body: { parent: { id: parent }, title: freshSlug(), overview: [] } }))
          .status;
      expect([await made(world.notes), await made(world.calls)]).toEqual([201, 403]);
      const query = { parent: world.calls, slug };
      expect((await call(lookUpPost, { as, query })).status).toBe(403);
      expect((await call(readPost, { as, params: { id: pages.inside } })).status).toBe(200);
    }
  });

  test("lists what is inside only", async () => {
    for (const as of secrets) {
      const list = async (route: Route) => (await call(route, { as, query: { pageSize: 200 } })).body;
      const members = async (route: Route, name: string) =>
        (await list(route)).results.map((item: Readonly<Record<string, unknown>>) => item[name]);
      const listed: { id: number; parent: { id: number } }[] = (await list(listEditablePages)).results;
      const ofOthers = listed.filter(({ parent }) => parent.id !== world.notes);
      expect(ofOthers.map(({ id }) => id)).toEqual([world.notes]);
      expect(listed.map(({ id }) => id)).toContain(pages.inside);
      expect(await members(listBin, "id")).toEqual([pages.binnedInside]);
      expect(await members(listTags, "name")).toEqual(["inside"]);
      expect(await members(listCategories, "count")).toEqual([0, 0]);
      expect((await call(listParents, { as })).body.map(({ id }: { id: number }) => id)).toEqual([
        world.notes,
      ]);
      expect((await call(listSeasons, { as, params: { id: world.calls } })).status).toBe(403);
    }
  });

  test("restores from the bin inside only", async () => {
    const restore = async (id: number) =>
      (await call(restoreFromBin, { as: secrets[0]!, params: { id } })).status;
    expect([await restore(pages.binned), await restore(pages.binnedInside)]).toEqual([403, 200]);
  });

  test("views only what everybody views", async () => {
    const params = { id: pages.live };
    await setPageProperties(world.calls, { restriction: { type: "login" } });
    const statuses = await Promise.all(
      ["ed", ...secrets].map(async (as) => (await call(readLivePage, { as, params })).status),
    );
    await setPageProperties(world.calls, { restriction: null });
    expect(statuses).toEqual([200, 404, 404]);
  });

  test("does not do what staff do on all pages", async () => {
    const mo = (await readUserByName("mo"))!;
    const secret = newTokenSecret();
    const issue = (limits: object) =>
      issueToken("limited staff", () => ({
        ...{ userId: mo.id, scopes: null, hash: hashOfSecret(secret) },
        ...limits,
      }));
    const forStaff = routes.filter(({ auth }) => auth === "staff" || auth === "moderator");
    const statuses = () =>
      Promise.all(
        forStaff.map(async (route) => (await call(route, { as: secret, params: { id: 1 } })).status),
      );
    await issue({});
    expect(await statuses()).not.toContain(403);
    await issue({ parents: [world.notes] });
    expect(await statuses()).toEqual(forStaff.map(() => 403));
  });
});

describe("a token that is limited to a collection", () => {
  const secrets: string[] = [];
  const below = 77;
  let ownerId: number;

  beforeAll(async () => {
    ownerId = (await readUserByName("su"))!.id;
    for (const user of ["ada", "su"]) secrets.push(await tokenOf(user, { collections: [world.shows] }));
    await changeSite(async ({ collections }) => ({
      collections: [...collections, { id: below, parentId: world.shows, name: "Below", restriction: null }],
    }));
  });

  const kindOf = ({ path }: Route) => /(image|audio|video)s\//.exec(path)?.[1] as MediaKind;

  test("knows no other media, its owner's included", async () => {
    const secret = secrets[1]!;
    const inside = await makeAudio({ ownerId, collectionId: world.shows });
    const deep = await makeAudio({ ownerId, collectionId: below });
    const outside = await makeAudio({ ownerId });
    const images = [await makeImage({ collectionId: world.shows }), await makeImage()];
    const idsOf = ({ body }: RouteAnswer): number[] =>
      body.results.map(({ id }: { id: number }) => id).sort();
    const read = async (id: number) => (await call(readOwnAudio, { as: secret, params: { id } })).status;
    expect(idsOf(await call(listOwnAudios, { as: secret }))).toEqual([inside.id, deep.id]);
    expect([await read(inside.id), await read(deep.id), await read(outside.id)]).toEqual([200, 200, 404]);
    expect(idsOf(await call(listImages, { as: secret }))).toEqual([images[0]!.id]);
    expect(idsOf(await call(listCollections, { as: secret, query: { type: "image" } }))).toEqual([
      world.shows,
      below,
    ]);
    const post = (id: number) => ({
      ...{ parent: { id: world.notes }, title: freshSlug(), overview: [] },
      cover_image: { id },
    });
    const used = async (id: number) => (await call(createPost, { as: secret, body: post(id) })).status;
    expect([await used(images[0]!.id), await used(images[1]!.id)]).toEqual([201, 400]);
  });

  /** An object of `su`, with a transcript if it is an audio. */
  const made = async (kind: MediaKind, collectionId: number): Promise<number> => {
    const given = { ownerId, collectionId };
    const transcript = '{"transcripts": [{"start_ms": 0, "text": "A wren."}]}';
    const making = { image: makeImage, video: makeVideo, audio: audioWithTranscript.bind(null, transcript) };
    return (await making[kind](given)).id;
  };

  /** Every route about one media object, but for those that show what the public sees. */
  const onMedia = routes.filter(
    ({ path, auth }) =>
      /\/(image|audio|video)s\/\{id\}\//.test(path) && !path.includes("player") && auth !== "images",
  );

  const knock = (route: Route, as: string, id: number) =>
    call(route, {
      as,
      params: { id },
      ...(route.bodyKinds[0] === "json" && { body: { title: "Changed" } }),
      ...(route.bodyKinds.includes("text") && { body: "A wren.", headers: { "content-type": "text/plain" } }),
      ...(route.method === "DELETE" && route.query.parameters.force ? { query: "force=true" } : {}),
    });

  test("there are routes to try", () => {
    expect(onMedia.length).toBeGreaterThan(15);
  });

  test.each(onMedia)("$method $path is to it outside as to strangers", async (route) => {
    const kind = kindOf(route);
    const outside = await made(kind, 1);
    const stranger = await knock(route, "di", outside);
    expect([403, 404]).toContain(stranger.status);
    for (const secret of secrets) {
      const { status, text } = await knock(route, secret, outside);
      expect([status, text]).toEqual([stranger.status, stranger.text]);
    }
    const { status } = await knock(route, secrets[1]!, await made(kind, below));
    expect(status).toBe(route.status);
  });

  test.each(routes.filter(({ receives }) => receives.length > 0))(
    "$method $path takes nothing for other collections",
    async (route) => {
      for (const secret of secrets) {
        const { headers, body } = await multipart({ title: "Tide", collection: "1" });
        const answer = await call(route, { as: secret, headers, body });
        expect(problemsOf(answer)).toMatchObject({ collection: ["collection_permission_denied"] });
      }
    },
  );

  test("moves nothing out", async () => {
    const changes: Readonly<Record<MediaKind, Route>> = {
      image: updateImage,
      audio: updateAudio,
      video: updateVideo,
    };
    for (const kind of mediaKinds) {
      const params = { id: await made(kind, world.shows) };
      const move = (collection: number) =>
        call(changes[kind], { as: secrets[1]!, params, body: { collection } });
      expect(problemsOf(await move(1))).toEqual({ collection: ["collection_permission_denied"] });
      expect((await move(below)).status).toBe(200);
    }
  });

  test("lists what is inside only, with details and by checksums, too", async () => {
    const sum = "d".repeat(64);
    const file = { key: "images/1/0123456789ab/a.jpg", contentType: "image/jpeg", sizeBytes: 1 };
    const picture = { ...file, width: 1, height: 1, partsSha256: sum };
    const [, inside] = [
      await makeImage({ ownerId, file: picture }),
      await makeImage({ ownerId, file: picture, collectionId: below }),
    ];
    for (const secret of secrets)
      for (const query of [`parts_sha256=${sum}`, `parts_sha256=${sum}&details=true`])
        expect((await call(listImages, { as: secret, query })).body.results).toMatchObject([
          { id: inside.id },
        ]);
  });
});
