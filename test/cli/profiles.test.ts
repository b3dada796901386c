import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asksService } from "#cli/administration/open-either.ts";
import { findConnection } from "#cli/publish/connection.ts";
import { useWorld } from "#test/support/world.ts";
import { lecternIn } from "./lectern.ts";
import { usePublishing } from "./publish-service.ts";

useWorld();
const service = usePublishing();

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-profiles-"));
  file = join(folder, "deep", "profiles.json");
});

beforeEach(() => rm(file, { force: true }));

afterAll(() => rm(folder, { recursive: true }));

const environment = () => ({ LECTERN_CONFIG: file });

const run = (input: string, ...args: string[]) => lecternIn(environment(), input, args);

const keep = async (profiles: object) => {
  await mkdir(join(folder, "deep"), { recursive: true });
  await writeFile(file, JSON.stringify({ version: 1, profiles }));
};

const stored = async () => JSON.parse(await readFile(file, "utf8")).profiles;

describe("login", () => {
  test("keeps a token that the service has accepted, for its owner alone, and logout forgets it", async () => {
    const { status, stdout, stderr } = await run("su\n", "login", "--url", `${service.url}/`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toBe(`Logged in to ${service.url} as su; the profile default is in ${file}.\n`);
    expect(await stored()).toEqual({ default: { url: service.url, token: "su" } });
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    expect((await run("", "user", "list")).stdout).toContain("USERNAME");
    expect(
      (await run("ada\n", "login", "--url", service.url, "--profile", "ada", "--json")).stdout,
    ).toContain('"username": "ada"');
    expect((await run("", "user", "list", "--profile", "ada")).status).toBe(1);
    expect(Object.keys(await stored())).toEqual(["default", "ada"]);
    await chmod(file, 0o644);
    expect((await run("", "logout")).stdout).toMatch(/^Removed the profile default\./);
    expect(await stored()).toEqual({ ada: { url: service.url, token: "ada" } });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await run("", "logout")).status).toBe(1);
    expect((await run("", "logout", "--profile", "toString")).status).toBe(1);
  });

  test.each([
    ["a token that the service refuses", "nonsense\n", () => service.url, 1],
    ["no token", "\n", () => service.url, 2],
    ["a token of two words", "marsh hen\n", () => service.url, 2],
    ["an address that is none", "su\n", () => "notes.example", 2],
    ["an address with a password", "su\n", () => "https://ada:marsh-hen@notes.example", 2],
    ["one with a slash in it", "su\n", () => "https://ada:marsh/hen@notes.example", 2],
    ["one without a scheme", "su\n", () => "ada:marsh-hen@notes.example", 2],
    ["an address of something else", "su\n", () => `${service.url}/api/cms`, 1],
  ])("keeps nothing of %s, and shows no secret", async (_name, input, url, status) => {
    const answer = await run(input, "login", "--url", url());
    expect(answer).toMatchObject({ status, stdout: "" });
    expect(answer.stderr).not.toMatch(/nonsense|marsh/);
    await expect(stat(file)).rejects.toThrow();
  });

  test.each(["", "../x", "a b", "__proto__", "x".repeat(61)])("takes no profile called %j", async (name) => {
    expect((await run("su\n", "login", "--url", service.url, "--profile", name)).status).toBe(2);
  });

  test("leaves a damaged file as it is", async () => {
    await mkdir(join(folder, "deep"), { recursive: true });
    await writeFile(file, "{");
    const { status, stderr } = await run("su\n", "login", "--url", service.url);
    expect(status).toBe(1);
    expect(stderr).toContain("is damaged");
    expect(await readFile(file, "utf8")).toBe("{");
  });
});

describe("a service and a token come from", () => {
  const site = { url: "https://site.example", token: "of-site" };
  const other = { url: "https://other.example", token: "of-other" };

  beforeEach(() => keep({ default: site, other }));

  const ada = { LECTERN_URL: "https://environment.example", LECTERN_TOKEN: "of-environment" };

  test.each([
    ["the default profile", {}, {}, site],
    ["the profile that is named", { profile: "other" }, ada, other],
    ["the profile of the environment", {}, { LECTERN_PROFILE: "other" }, other],
    ["the environment", {}, ada, { url: ada.LECTERN_URL, token: ada.LECTERN_TOKEN }],
    ["options", { url: "https://x.example", token: "t" }, ada, { url: "https://x.example", token: "t" }],
    [
      "an option and the profile of its address",
      { url: `${site.url}/` },
      {},
      { ...site, url: `${site.url}/` },
    ],
    ["the environment's token and a profile's address", {}, { LECTERN_TOKEN: "t" }, { ...site, token: "t" }],
  ])("%s", async (_name, options, variables, expected) => {
    expect(await findConnection(options, { ...environment(), ...variables }, folder)).toEqual(expected);
  });

  test.each([
    ["an address that is not the profile's", { url: "https://x.example" }],
    ["another address beside a named profile", { url: "https://x.example", profile: "other" }],
    ["another service of the profile's host", { url: "https://site.example/elsewhere" }],
    ["a profile that there is not", { profile: "none" }],
  ])("nowhere for %s: no token goes to a wrong address", async (_name, options) => {
    const error = await findConnection(options, environment(), folder).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).not.toMatch(/of-site|of-other/);
  });

  test("an environment's token is not sent to a profile that an option names", async () => {
    const found = await findConnection({ profile: "other" }, { ...environment(), ...ada }, folder);
    expect(found.token).toBe("of-other");
  });

  test.each([
    [{}, {}, true],
    [{ data: "x" }, {}, false],
    [{ data: "x" }, { LECTERN_URL: "https://x.example" }, false],
    [{ url: "https://x.example" }, {}, true],
    [{}, { DYNAMODB_ENDPOINT: "http://127.0.0.1:1" }, false],
    [{}, { DYNAMODB_ENDPOINT: "http://127.0.0.1:1", LECTERN_URL: "https://x.example" }, true],
    [{ profile: "other" }, { DYNAMODB_ENDPOINT: "http://127.0.0.1:1" }, true],
  ])("choices of %j and %j ask a service: %j", async (choice, variables, expected) => {
    expect(await asksService(choice, { ...environment(), ...variables }, folder)).toBe(expected);
  });

  test("the store of this folder, before a profile that nobody names", async () => {
    const here = await mkdtemp(join(folder, "here-"));
    await mkdir(join(here, ".lectern"));
    await writeFile(join(here, ".lectern", "format"), "1\n");
    expect(await asksService({}, environment(), here)).toBe(false);
    expect(await asksService({ profile: "other" }, environment(), here)).toBe(true);
  });
});

test.each(["line\nbreak", "caf\u00e9-token", "marsh hen"])(
  "a token that cannot be sent is not shown: %j",
  async (token) => {
    const { status, stderr } = await lecternIn({ LECTERN_URL: service.url, LECTERN_TOKEN: token }, "", [
      "user",
      "list",
    ]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^The token has a character that no token has/);
    expect(stderr).not.toContain(token);
  },
);

test("beside a demo, a profile that nobody names is used for its own address only", async () => {
  await keep({ default: { url: "https://site.example", token: "of-site" } });
  const here = await mkdtemp(join(folder, "demo-"));
  await mkdir(join(here, ".lectern"));
  const demo = { url: "http://127.0.0.1:8123", token: "demo-token", parent: 3 };
  await writeFile(join(here, ".lectern", "demo.json"), JSON.stringify(demo));
  const found = (options: object, variables: object = {}) =>
    findConnection(options, { ...environment(), ...variables }, here);
  expect(await found({})).toEqual({ url: demo.url, token: demo.token });
  expect((await found({ url: "https://site.example" })).token).toBe("of-site");
  expect((await found({}, { LECTERN_PROFILE: "default" })).token).toBe("of-site");
});
