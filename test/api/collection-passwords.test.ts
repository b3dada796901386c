// Proves contract rules: collection-passwords, entered-passwords, site-restricted.

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { PictureFile } from "#lib/media/media.ts";
import { enterPassword } from "#lib/routes/accounts.ts";
import { publishEpisode } from "#lib/routes/editor-posts.ts";
import { listViewableImages, readViewableImage } from "#lib/routes/images.ts";
import type { Route } from "#lib/routes/route.ts";
import { readMediaFile } from "#lib/routes/site-media.ts";
import { readSitePage } from "#lib/routes/site-pages.ts";
import { readWebPlayer } from "#lib/routes/web-player.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { useFiles } from "#test/support/files.ts";
import { makeAudio, makeImage } from "#test/support/media.ts";
import { useSetting } from "#test/support/settings.ts";
import { hiddenFieldsIn, linksIn, textIn } from "#test/support/site-pages.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();
const openImages = useSetting("SITE_PUBLIC_IMAGES_API");

/** The collections and their content: each image is in a post, the audio in an episode. */
const ids = { secret: 0, inner: 0, image: 0, audio: 0 };
const at = { file: "", innerFile: "", post: "", episode: "" };

/** An image with file keys of its own. */
const imageIn = (collectionId: number, number: number) => {
  const of = (name: string): PictureFile => ({
    ...{ key: `images/${number}/0123456789ab/${name}`, contentType: "image/webp" },
    ...{ sizeBytes: 3, width: 1, height: 1 },
  });
  return makeImage({ collectionId, file: of("a.webp"), cover: of("b.webp"), display: of("c.webp") }, number);
};

beforeAll(async () => {
  const { ids: made } = await applyManifest({
    version: 1,
    collections: [
      { path: "Root/Secret", restriction: { type: "password", password: "sesame" } },
      { path: "Root/Secret/Inner", restriction: { type: "password", password: "poppy" } },
    ],
  });
  ids.secret = made.collections["Root/Secret"]!;
  ids.inner = made.collections["Root/Secret/Inner"]!;
  const image = await imageIn(ids.secret, 501);
  const innerImage = await imageIn(ids.inner, 502);
  ids.audio = (await makeAudio({ collectionId: ids.secret })).id;
  ids.image = image.id;
  Object.assign(at, { file: image.file.key, innerFile: innerImage.file.key });
  const blocks = [image, innerImage].map(({ id }) => ({ type: "image", value: { id } }));
  at.post = `/notes/${(await createLivePost(world.notes, { overview: blocks })).slug}/`;
  const episode = await createEpisodeDraft(world.calls, { podcast_audio: { id: ids.audio } });
  await call(publishEpisode, { as: "ada", params: { id: episode.id } });
  at.episode = `/calls/${episode.slug}/`;
});

beforeEach(() => openImages(true));

const enter = (browser: Browser, fields: Readonly<Record<string, unknown>>) =>
  browser.call(enterPassword, { body: fields });
const file = (browser: Browser, key: string, query = "") =>
  browser.call(readMediaFile as Route<"key">, { params: { key }, query });
const page = (browser: Browser, address: string): Promise<RouteAnswer> => {
  const [path = "", query = ""] = address.split("?");
  return browser.call(readSitePage as Route<"path">, { params: { path: path.slice(1) }, query });
};

/**
 * Whether the browser gets each of these: file, item, list, player, and the image and the audio on their
 * pages.
 */
const seenBy = async (browser: Browser): Promise<boolean[]> => {
  const listed = await browser.call(listViewableImages, { query: "fields=_,id" });
  return [
    (await file(browser, at.file)).status === 302,
    (await browser.call(readViewableImage, { params: { id: ids.image } })).status === 200,
    listed.body.results.some(({ id }: { id: number }) => id === ids.image),
    (await browser.call(readWebPlayer, { params: { id: ids.audio } })).status === 200,
    (await page(browser, at.post)).body.includes("/media/images/501/"),
    (await page(browser, at.episode)).body.includes("<audio"),
  ];
};

const all = Array<boolean>(6).fill(true);
const none = Array<boolean>(6).fill(false);

describe("the password of a collection", () => {
  test("gives the session that entered it, and no other, access to its media and to what shows them", async () => {
    const browser = newBrowser();
    expect(await seenBy(browser)).toEqual(none);
    const { status, body } = await enter(browser, { collection: ids.secret, password: "sesame" });
    expect([status, body]).toEqual([200, {}]);
    expect(await seenBy(browser)).toEqual(all);
    expect(await seenBy(newBrowser())).toEqual(none);
    for (const answer of [await file(browser, at.file), await page(browser, at.post)])
      expect(answer.headers["cache-control"]).toMatch(/^private/);
  });

  test("opens them no longer once it is another one", async () => {
    const browser = newBrowser();
    await enter(browser, { collection: ids.secret, password: "sesame" });
    const passwordHash = await hashPassword("sesame");
    await changeSite(async ({ collections }) => ({
      collections: collections
        .filter(({ id }) => id === ids.secret)
        .map((each) => ({ ...each, restriction: { type: "password", passwordHash } as const })),
    }));
    expect(await seenBy(browser)).toEqual(none);
    await enter(browser, { collection: ids.secret, password: "sesame" });
    expect(await seenBy(browser)).toEqual(all);
  });

  test.each<[string, () => Readonly<Record<string, unknown>>]>([
    ["a wrong password", () => ({ collection: ids.secret, password: "Sesame" })],
    ["the password of the collection above", () => ({ collection: ids.inner, password: "sesame" })],
    ["an unknown collection", () => ({ collection: 999_999, password: "sesame" })],
    ["the root collection, which asks for none", () => ({ collection: 1, password: "sesame" })],
    ["a page of the same number", () => ({ page: ids.secret, password: "sesame" })],
  ])("is refused alike for %s, and starts no session", async (_, fields) => {
    const { status, body, cookies } = await enter(newBrowser(), fields());
    expect([status, body, cookies]).toEqual([
      403,
      { code: "authentication_failed", detail: "Wrong password." },
      [],
    ]);
  });

  test.each<[string, Readonly<Record<string, unknown>>, unknown]>([
    ["nothing to open", { password: "x" }, { page: [{ code: "required", message: expect.any(String) }] }],
    [
      "a page and a collection",
      { page: 1, collection: 1, password: "x" },
      { collection: [{ code: "conflict", message: expect.any(String) }] },
    ],
  ])("is not looked at where there is %s", async (_, body, errors) => {
    const answer = await call(enterPassword, { body });
    expect([answer.status, answer.body]).toEqual([400, { code: "validation_error", errors }]);
  });
});

describe("the form for the password of a collection", () => {
  test("stands where a file would be, and leads back to it", async () => {
    const browser = newBrowser();
    const asked = await file(browser, at.file);
    expect([asked.status, asked.headers["content-type"], asked.headers["cache-control"]]).toEqual([
      403,
      "text/html; charset=utf-8",
      "private, no-store",
    ]);
    expect(asked.body).toContain("<title>Password needed — Test site</title>");
    expect(linksIn(asked.body)).toContain("/");
    const fields = hiddenFieldsIn(asked.body);
    expect(fields).toEqual({ collection: String(ids.secret), next: `/media/${at.file}` });
    const wrong = await enter(browser, { ...fields, password: "wrong" });
    expect([wrong.status, wrong.headers.location]).toEqual([303, `/media/${at.file}?password=wrong`]);
    const again = await file(browser, at.file, "password=wrong");
    expect(textIn(again.body)).toContain("Wrong password.");
    const right = await enter(browser, { ...fields, password: "sesame" });
    expect([right.status, right.headers.location]).toEqual([303, `/media/${at.file}`]);
    expect((await file(browser, at.file)).status).toBe(302);
  });

  test("stands on a page that shows such media, one restriction after the other", async () => {
    const browser = newBrowser();
    const closed = await page(browser, at.post);
    expect(closed.status).toBe(200);
    expect(textIn(closed.body)).toContain("Some media on this page need a password.");
    expect(closed.headers["content-security-policy"]).toContain("form-action 'self'");
    const outer = hiddenFieldsIn(closed.body);
    expect(outer).toEqual({ collection: String(ids.secret), next: at.post });
    expect(closed.body.match(/<form[^>]* action="\/accounts\/password\//g)).toHaveLength(1);

    const wrong = await enter(browser, { ...outer, password: "poppy" });
    const again = await page(browser, wrong.headers.location!);
    expect(textIn(again.body)).toContain("Wrong password.");

    await enter(browser, { ...outer, password: "sesame" });
    const half = await page(browser, at.post);
    expect(half.body).toContain("/media/images/501/");
    expect(half.body).not.toContain("/media/images/502/");
    const inner = hiddenFieldsIn(half.body);
    expect(inner).toEqual({ collection: String(ids.inner), next: at.post });

    await enter(browser, { ...inner, password: "poppy" });
    const open = await page(browser, at.post);
    expect(open.body).toContain("/media/images/502/");
    expect(open.body).not.toContain("/accounts/password/");
    expect((await file(browser, at.innerFile)).status).toBe(302);
  });

  test("stands on the page of an episode whose audio is such", async () => {
    const { body } = await page(newBrowser(), at.episode);
    expect(hiddenFieldsIn(body)).toEqual({ collection: String(ids.secret), next: at.episode });
  });
});
