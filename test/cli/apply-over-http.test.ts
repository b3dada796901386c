// Proves contract rules: applied-manifests.

import { execFileSync } from "node:child_process";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { main } from "#cli/main.ts";
import { packedLectern } from "#cli/packed-commands.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { issueToken } from "#lib/actions/people/tokens.ts";
import { createUser } from "#lib/actions/people/users.ts";
import { removeUpload } from "#lib/actions/uploads/usable-upload.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { findUploads } from "#lib/store/uploads.ts";
import { newAccount } from "#lib/surfaces/administration/accounts.ts";
import { partTime } from "#lib/surfaces/administration/manifest-part.ts";
import { everyMedia, useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { blogWith, post } from "#test/lib/manifest/site.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { aroundRequests, countRequests, killedAt } from "./around-requests.ts";
import { type CommandResult, lecternIn } from "./lectern.ts";

const service = useServedFiles();
const folder = useMediaFolder();

const example = "examples/field-notes/site.yaml";

const secrets = {
  LECTERN_PASSWORD_ADA: "marsh-hen-in-the-reeds",
  LECTERN_PASSWORD_BO: "bunting-in-the-reeds",
  LECTERN_TOKEN_DEMO: "a secret of the demo, long enough for all",
};

beforeAll(() => {
  process.env.CATALOG_FILE = ":memory:";
});
beforeEach(() => {
  vi.stubEnv("LISTENING_HOST", "127.0.0.1");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** An empty site with an administrator. */
const emptySite = async (): Promise<void> => {
  await useEmptyTable();
  const { id } = await createUser("root", { ...newAccount, superuser: true });
  await issueToken("root", () => ({ hash: hashOfSecret("root"), userId: id, scopes: ["admin", "write"] }));
};

const byHttp = (...args: string[]): Promise<CommandResult> =>
  lecternIn(
    { LECTERN_URL: service.url, LECTERN_TOKEN: "root", ...secrets },
    "",
    ["apply", ...args],
    packedLectern,
  );

const byStore = (...args: string[]): Promise<CommandResult> =>
  lecternIn({ ...process.env, ...secrets }, "", ["apply", ...args]);

const began = new Date().toISOString();

/** What depends on neither chance nor the moment. */
const siteNow = async (): Promise<string> => {
  const { manifest } = await exportManifest();
  return JSON.stringify(manifest, null, 1)
    .replace(/"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"UUID"')
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, (instant) => (instant.slice(1) > began ? '"NOW"' : instant));
};

/** A manifest in the folder with the media. */
const fileWith = async (manifest: object, name = "site.yaml"): Promise<string> => {
  const file = join(folder.path, name);
  await writeFile(file, JSON.stringify(manifest, null, 1));
  return file;
};

/** Runs the lines on an empty site over HTTP and on another with the store: both print and leave the same. */
const alike = async (...lines: readonly (readonly string[])[]): Promise<readonly CommandResult[]> => {
  const ends = [];
  for (const run of [byStore, byHttp]) {
    await emptySite();
    const printed = [];
    for (const line of lines) printed.push(await run(...line));
    ends.push({ printed, site: await siteNow() });
  }
  expect(ends[1]).toEqual(ends[0]);
  return ends[0]!.printed;
};

/** The service has no time: each request makes one change. */
const oneChangeAtATime = (): void => void vi.spyOn(partTime, "limitMs").mockReturnValue(-1);

const pages = (count: number) =>
  blogWith(Array.from({ length: count }, (_, index) => post(`p${index}`))) as { readonly pages: object[] };

describe("over HTTP as with the store", () => {
  test("the example is applied, and then there is nothing to do, in one request", async () => {
    const [applied] = await alike([example, "--json"]);
    expect(applied).toMatchObject({ status: 0, stderr: "" });
    const counts = countRequests();
    const { stdout } = await byHttp(example);
    expect(stdout).toMatch(/^Nothing to change: all \d+ are as the file says\.\n$/);
    expect(counts).toEqual({ POST: 1 });
    const root = await readUserByName("root");
    expect(await findUploads(root!.id)).toEqual([]);
  });

  test("every kind of media is stored, changed and removed", async () => {
    const all = { version: 1, ...everyMedia };
    const fewer = {
      ...all,
      images: [{ ...everyMedia.images[0], file: "media/egret.png" }],
      audios: [{ key: "one", title: "One", opus: "media/one.opus", transcript: "media/one.json" }],
      videos: [{ ...everyMedia.videos[0], poster: "media/heron.jpg" }],
    };
    const first = await fileWith(all, "all.yaml");
    const second = await fileWith(fewer, "fewer.yaml");
    const printed = await alike(
      [first, "--json"],
      [first],
      [second, "--prune", "--dry-run"],
      [second, "--prune"],
    );
    expect(printed.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    expect(printed[1]!.stdout).toMatch(/^Nothing to change/);
    expect(printed[3]!.stdout).toContain("deleted image egret\n");
  });

  test("what is wrong is said with its lines, and nothing is written", async () => {
    await folder.write("text.png", "text");
    await folder.write("empty.json", "");
    await folder.write("text.mp3", "text");
    execFileSync("sh", ["-c", "mkfifo pipe.json"], { cwd: folder.path });
    const faults = await fileWith({
      ...{ version: 1, sight: {}, users: [{ username: "ada", password: "env:NOT_SET", groups: ["none"] }] },
      tokens: [{ name: "ci", user: "ada", secret: "env:constructor" }],
      images: [
        { key: "a", title: "A", file: "no.png" },
        { key: "b", title: "B", file: "text.png" },
        { key: "c", file: "media/heron.jpg" },
        { key: "d", title: "D", file: "half\ud800.png" },
        { key: "e", title: "E", file: `${"long".repeat(2_000)}.png` },
        { key: "f", title: "F", file: "null\0.png" },
        { key: "g", title: "G", file: "media/one.mp3" },
      ],
      audios: [
        { key: "a", mp3: "text.mp3", transcript: "empty.json" },
        { key: "b", mp3: "media/one.mp3", transcript: "media" },
      ],
      oidc: [
        { issuer: "https://ci.example", audience: "x", claims: { sub: "y" }, user: "ada", jwks: "text.png" },
        { issuer: "https://ci.example", audience: "x", claims: { sub: "z" }, user: "ada", jwks: "pipe.json" },
      ],
    });
    const junk = await fileWith({ version: 1, audios: [{ key: "a", mp3: "junk.mp3" }] }, "junk.yaml");
    await folder.write("junk.mp3", `ID3${"\0".repeat(200)}`);
    const [many, none, two, unprobed] = await alike([faults], ["no.yaml"], [faults, "--json"], [junk]);
    expect(many!.stderr.split("\n").length).toBeGreaterThan(8);
    for (const fault of [
      "text.png: The file is not an image, or it is damaged.",
      "media/one.mp3: The file is not an image, or it is damaged.",
      "tokens[0].secret: the environment variable constructor is not set",
      ".png: the file cannot be read (ENAMETOOLONG)",
      "oidc[1].jwks: expected a file with a JSON Web Key Set",
    ])
      expect(many!.stderr).toContain(fault);
    const { error } = JSON.parse(two!.stdout);
    expect(error).toMatchObject({ code: "invalid_manifest", message: many!.stderr.split("\n")[0] });
    expect(error.problems).toContainEqual({
      ...{ path: "users[0].password", line: expect.any(Number) },
      message: "the environment variable NOT_SET is not set",
    });
    expect([many, none, two, unprobed].map((result) => result?.status)).toEqual([1, 1, 1, 1]);
    expect(unprobed!.stderr).toContain("the file cannot be probed");
  });

  test("warnings, deletions and what stays are told in the same words", async () => {
    const weak = await fileWith({
      ...pages(2),
      users: [{ username: "ada", password: "short" }],
      groups: [{ name: "Editors" }],
      tokens: [{ name: "ci", user: "ada", secret: "env:LECTERN_TOKEN_DEMO" }],
    });
    const less = await fileWith({ version: 1 }, "less.yaml");
    const printed = await alike(
      [weak],
      [less, "--prune", "--dry-run"],
      [less, "--prune", "--json"],
      [less, "--prune"],
    );
    expect(printed[0]!.stderr).toContain("warning: ");
    expect(printed[1]!.stdout).toContain("would delete user ada\n");
  });
});

test("where other machines reach the service, weak secrets are refused", async () => {
  await emptySite();
  const file = await fileWith({ version: 1, users: [{ username: "ada", password: "short" }] });
  for (const host of ["0.0.0.0", ""]) {
    vi.stubEnv("LISTENING_HOST", host);
    const { status, stderr } = await byHttp(file);
    expect([status, stderr.includes("users[0].password: ")]).toEqual([1, true]);
  }
  expect(await readUserByName("ada")).toBeUndefined();
});

test("a service that has no time does the same in many requests, and the outcome is joined", async () => {
  const file = await fileWith({
    ...{ ...pages(3), ...everyMedia },
    groups: [{ name: "Editors", pages: [{ page: "/home/notes", allow: ["add"] }] }],
    tokens: [{ name: "ci", user: "ada", secret: "env:LECTERN_TOKEN_DEMO" }],
    site: { name: "Notes", logo: { image: "egret" } },
  });
  const less = await fileWith({ version: 1 }, "less.yaml");
  oneChangeAtATime();
  const [first, again] = await alike([file], [file], [less, "--prune"]);
  expect(first!.stdout).toMatch(/^Done: created 15, updated 1, unchanged 0/);
  expect(again!.stdout).toMatch(/^Nothing to change/);
});

test("a run that is killed at any request is completed by the next, and nothing is doubled", async () => {
  const { images, audios } = everyMedia;
  const file = await fileWith({
    ...pages(2),
    users: everyMedia.users,
    images,
    audios: [audios[1]],
    collections: everyMedia.collections,
  });
  await emptySite();
  await byStore(file);
  const expected = await siteNow();
  oneChangeAtATime();
  for (const carriedOut of [true, false]) {
    await emptySite();
    let kills = 0;
    // Each run gets one request further than the one before it.
    for (let end = await killedAt(1, carriedOut, () => byHttp(file)); end === "killed"; kills++)
      end = await killedAt(kills + 2, carriedOut, () => byHttp(file));
    expect(kills).toBeGreaterThan(8);
    expect(await siteNow()).toBe(expected);
  }
});

test("runs at once, over HTTP and with the store, make each object once", async () => {
  const file = await fileWith({ ...pages(3), ...everyMedia });
  await emptySite();
  await byStore(file);
  const expected = await siteNow();
  await emptySite();
  oneChangeAtATime();
  const ends = await Promise.all([byHttp(file), byStore(file), byHttp(file)]);
  expect(ends.map(({ status }) => status)).toEqual([0, 0, 0]);
  const created = ends.map(({ stdout }) => Number(/created (\d+)/.exec(stdout)?.[1] ?? 0));
  expect(created.reduce((sum, count) => sum + count, 0)).toBe(13);
  expect(await siteNow()).toBe(expected);
});

test("uploads that end while the service checks them are sent again", async () => {
  const file = await fileWith({ version: 1, images: everyMedia.images.slice(1) });
  await emptySite();
  const root = (await readUserByName("root"))!;
  let applications = 0;
  aroundRequests(async (send, method, url) => {
    if (method === "POST" && url.endsWith("/api/admin/manifest/") && ++applications === 2)
      for (const { id } of await findUploads(root.id)) await removeUpload(id, root.id);
    return send();
  });
  expect((await byHttp(file)).stdout).toBe("Done: created 1, updated 0, unchanged 0, deleted 0.\n");
  expect(applications).toBe(3);
});

test("neither answers nor the log have passwords and secrets, and only those that the file names are sent", async () => {
  const file = await fileWith({
    ...pages(1),
    users: [{ username: "ada", password: "env:LECTERN_PASSWORD_ADA", groups: ["none"] }],
    tokens: [{ name: "ci", user: "ada", secret: "a secret as it stands, of a token" }],
    webhooks: [{ name: "build", url: "https://hooks.example/", secret: "env:HOOK" }],
    categories: [{ slug: "env", name: "env:LECTERN_TOKEN_DEMO" }],
  });
  await emptySite();
  using log = captureLog();
  const [sent, received]: [string[], string[]] = [[], []];
  const plain = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    sent.push(String(init?.body));
    const answer = await plain(input, init);
    received.push(await answer.clone().text());
    return answer;
  });
  const { status, stdout, stderr } = await byHttp(file);
  expect(status).toBe(1);
  expect(stderr).toContain("the environment variable HOOK is not set");
  expect(sent.join()).toContain(secrets.LECTERN_PASSWORD_ADA);
  expect(sent.join()).not.toContain(secrets.LECTERN_TOKEN_DEMO);
  for (const text of [...received, stdout, stderr, JSON.stringify(log.lines)])
    for (const secret of [secrets.LECTERN_PASSWORD_ADA, "a secret as it stands"])
      expect(text).not.toContain(secret);
});

test("the account and the token that apply a file keep their rights", async () => {
  await emptySite();
  const own = { username: "root", superuser: true, password: secrets.LECTERN_PASSWORD_BO };
  const faults = await fileWith({
    version: 1,
    users: [{ username: "root" }],
    tokens: [{ name: "root", user: "root", secret: secrets.LECTERN_TOKEN_DEMO }],
  });
  const { stderr } = await byHttp(faults);
  expect(stderr.split("\n").map((line) => line.split(": ")[1])).toEqual([
    "users[0].superuser",
    "tokens[0].name",
    undefined,
  ]);
  const file = await fileWith({ version: 1, users: [own] });
  expect((await byHttp(file)).stdout).toContain("updated 1");
  const { stdout } = await byHttp(await fileWith({ version: 1 }), "--prune=all");
  expect(stdout).toMatch(/because they apply it .*: 1 token, 1 user\.\nNothing to change/);
});

test("a token that expires applies a file that names it as it is, and no other", async () => {
  await emptySite();
  const root = (await readUserByName("root"))!;
  const [secret, expiresAt] = ["a-secret-of-a-token-for-a-year-or-two", "2999-01-01T00:00:00.000Z"];
  const [hash, scopes] = [hashOfSecret(secret), ["admin", "write"]];
  await issueToken("year", () => ({ hash, userId: root.id, scopes, expiresAt }));
  const token = { name: "year", user: "root", secret, scopes };
  const apply = async (written: object) =>
    byHttp(await fileWith({ version: 1, tokens: [written] }), "--token", secret);
  const same = await apply({ ...token, scopes: [...scopes, "admin"], expires_at: "2999-01-01T00:00Z" });
  expect([same.stderr, same.stdout]).toEqual(["", expect.stringMatching(/^Nothing to change: all 1 /)]);
  for (const other of [token, { ...token, expires_at: "3000-01-01T00:00:00.000Z" }])
    expect((await apply(other)).stderr).toContain("tokens[0].name: expected the token as it is");
});

test("a service that never gets on is given up", async () => {
  await emptySite();
  const file = await fileWith({ version: 1, images: everyMedia.images.slice(1) });
  const answer = {
    ...{
      problems: [],
      warnings: [],
      missing: [],
      found: [],
      reasons: [],
      created: [],
      updated: [],
      removed: [],
    },
    outcome: null,
  };
  for (const [state, missing, complaint] of [
    ["checking", [], "makes no progress"],
    ["files", [], "makes no progress"],
    ["complete", [], "makes no progress"],
    ["files", ["../../etc/passwd"], "asks for ../../etc/passwd again"],
    ["invalid", [], "does not answer as Lectern does"],
    ["stopped", [], "does not answer as Lectern does"],
  ] as const) {
    let requests = 0;
    aroundRequests(async () => {
      // One more than it may ask in vain, and so many that a run without end stops.
      if (++requests > 50) throw new Error("asked without end");
      return Response.json({ ...answer, state, missing });
    });
    const { status, stderr } = await byHttp(file);
    expect([status, stderr]).toEqual([1, expect.stringContaining(complaint)]);
    vi.restoreAllMocks();
  }
});

test("what a client says was found is not believed beyond what can be stored", async () => {
  await emptySite();
  const audio = { key: "one", title: "One", mp3: "media/one.mp3" };
  const file = await fileWith({ version: 1, audios: [audio] });
  await byHttp(file);
  const requests = aroundRequests((send) => send());
  await byHttp(file);
  const { files } = JSON.parse(String(requests.mock.lastCall?.[1]?.body));
  vi.restoreAllMocks();
  const chapter = { startSeconds: 1, title: "x".repeat(60_000), link: "", image: "" };
  const claim = async (claimed: object) =>
    fetch(`${service.url}/api/admin/manifest/`, {
      method: "POST",
      headers: { authorization: "Bearer root", "content-type": "application/json" },
      body: JSON.stringify({
        files,
        manifest: { version: 1, audios: [{ ...audio, title: "Two" }] },
        found: [JSON.stringify({ path: "media/one.mp3", as: "mp3", audio: claimed })],
      }),
    });
  const long = await claim({ durationSeconds: 2, chapters: Array.from({ length: 20 }, () => chapter) });
  expect([long.status, await long.json()]).toMatchObject([
    200,
    { state: "complete", updated: ["audio one"] },
  ]);
  const endless = await claim({ durationSeconds: 1e308, chapters: [] });
  expect([endless.status, await endless.json()]).toMatchObject([400, { code: "validation_error" }]);
});

test("what is too much for a service is said before anything is sent", async () => {
  await emptySite();
  const long = await fileWith(
    blogWith([post("long", { detail_markdown: "x".repeat(4_600_000), detail: undefined })]),
  );
  const counts = countRequests();
  const { status, stderr } = await byHttp(long);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /takes \d+ bytes to send, and a service takes 4500000; publish its posts with lectern publish/,
  );
  expect(counts).toEqual({});
  vi.restoreAllMocks();
  const user = (index: number) => ({ username: `u${index}`, password: secrets.LECTERN_PASSWORD_ADA });
  const guarded = { path: "Root/Shows", restriction: { type: "password", password: "reeds" } };
  const passwords = { version: 1, users: Array.from({ length: 150 }, (_, index) => user(index)) };
  const crowd = await byHttp(await fileWith({ ...passwords, collections: [guarded] }));
  expect(crowd.stderr).toMatch(
    /: collections\[0\]: expected at most 150 passwords where a service is asked\n$/,
  );
  vi.stubEnv("SITE_UPLOADS_MAX_COUNT", "3");
  const files = await byHttp(await fileWith({ version: 1, ...everyMedia }));
  expect(files.stderr).toMatch(/^The manifest names 7 new files of \d+ bytes, and 3 of/);
  const root = (await readUserByName("root"))!;
  expect(await findUploads(root.id)).toEqual([]);
});

test("a terminal shows how far reading and sending are", async () => {
  await emptySite();
  const file = await fileWith({ version: 1, images: everyMedia.images.slice(1) });
  const shown: string[] = [];
  const stderr = { isTTY: true, columns: 100, write: (text: string) => void shown.push(text) };
  const context = {
    environment: {
      LECTERN_URL: service.url,
      LECTERN_TOKEN: "root",
      LECTERN_CONFIG: join(folder.path, "none.json"),
    },
    stdin: Readable.from([]),
    stdout: { write: () => {} },
    stderr,
  };
  expect(await main(packedLectern, ["apply", file], context)).toBe(0);
  const line = (text: string) => `\r\x1b[2K${text}`;
  const { size } = await stat(join(folder.path, "media/egret.png"));
  expect(shown.filter((text, index) => text !== shown[index - 1])).toEqual([
    line("reading 1/1  media/egret.png: 100 %"),
    line(`media/egret.png: 100 % of ${size} bytes`),
    line(""),
  ]);
});
