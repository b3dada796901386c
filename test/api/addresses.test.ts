// Proves contract rules: post-addresses, edit-page, media-edit-page, site-pages.

import { beforeAll, expect, test } from "vitest";
import { renewFeeds } from "#lib/feed-renewal/renew-feeds.ts";
import { applyDemo } from "#local/demo.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { cookiesOf } from "#test/support/session.ts";
import { useTable } from "#test/support/table.ts";

useTable();
const served = useServedFiles();

let cookie: string;
/** Each address that an answer of the API has, by where it stands there. */
let given: Map<string, string>;

beforeAll(async () => {
  const { token } = await applyDemo();
  process.env.PUBLIC_ORIGIN = served.url;
  await renewFeeds();
  cookie = await cookiesOf("ada");
  given = await givenAddresses();
  const [draft] = [...given].find(([address]) => /posts\/\d+\/$/.test(address)) ?? [""];
  const headers = { authorization: `Bearer ${token}` };
  const published = await fetch(`${draft}publish/`, { method: "POST", headers });
  for (const [name, address] of addressesIn(await published.json())) given.set(address, name);
});

const read = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(new URL(address, served.url), { headers: { accept: "*/*", ...headers } });

const json = async (address: string) => {
  const answer = await read(address, { cookie });
  const body = await answer.text();
  expect([address, answer.status], body).toEqual([address, 200]);
  return JSON.parse(body);
};

const isBlog = (type: string) => type === "site.Blog" || type === "site.Podcast";

const givenAddresses = async (): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  const { results } = await json("/api/cms/pages/?limit=100&fields=*");
  const answers: unknown[] = [{ results }, await json("/api/cms/images/?limit=100")];
  for (const { id, meta } of results) {
    answers.push(await json(`/api/cms/pages/${id}/?fields=${isBlog(meta.type) ? "*,feeds" : "*"}`));
    const editor = { "site.Post": "posts", "site.Episode": "episodes" }[meta.type as string];
    if (editor) answers.push(await json(`/api/editor/${editor}/${id}/`));
    else answers.push({ edit_url: `/cms/pages/${id}/edit/` });
  }
  for (const kind of ["images", "audios", "videos"]) answers.push(await json(`/api/editor/media/${kind}/`));
  for (const list of ["/api/audios/", "/api/videos/"]) answers.push(await json(list));
  for (const answer of answers)
    for (const [name, address] of addressesIn(answer)) if (!found.has(address)) found.set(address, name);
  return found;
};

/** The addresses on this site in an answer, with the names of their fields. */
function* addressesIn(value: unknown, name = ""): Generator<[name: string, address: string]> {
  if (typeof value === "string" && /(^|_)url$|^mp3$|^original$|^poster$/.test(name)) {
    const address = value.startsWith("/") ? new URL(value, served.url).href : value;
    if (address.startsWith(served.url)) yield [name, address];
  }
  if (typeof value === "object" && value !== null)
    for (const [key, each] of Object.entries(value))
      yield* addressesIn(each, Array.isArray(value) ? name : key);
}

test("the API names addresses of every kind", () => {
  const kinds = new Set(given.values());
  for (const kind of [
    "html_url",
    "detail_url",
    "edit_url",
    "preview_url",
    "public_url",
    "api_url",
    "download_url",
  ])
    expect(kinds).toContain(kind);
  const paths = [...given.keys()].map((address) => new URL(address).pathname);
  const edited = paths.filter((path) => path.startsWith("/cms/")).map((path) => path.split("/")[2]);
  expect(new Set(edited)).toEqual(new Set(["pages", "images", "audios"]));
});

test("every address that the API gives leads an editor somewhere", async () => {
  const wrong: unknown[] = [];
  for (const [address, name] of given) {
    const { status } = await read(address, { cookie });
    if (status !== 200) wrong.push([name, address, status]);
  }
  expect(wrong).toEqual([]);
});

test("every such address leads strangers to what is public, or to sign in and come back", async () => {
  const wrong: unknown[] = [];
  for (const [address, name] of given) {
    const { status, url } = await read(address);
    const { pathname, searchParams } = new URL(url);
    const comesBack =
      pathname === "/accounts/login/" && searchParams.get("next") === new URL(address).pathname;
    const isForEditors = name === "edit_url" || name === "preview_url";
    const isOfApi = new URL(address).pathname.startsWith("/api/");
    const isRight = isForEditors
      ? status === 200 && comesBack
      : status === 200 || (isOfApi && (status === 403 || status === 404));
    if (!isRight) wrong.push([name, address, status, url]);
  }
  expect(wrong).toEqual([]);
});
