import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findConnection } from "#cli/publish/connection.ts";

let bare: string;
let withDemo: string;

beforeAll(async () => {
  bare = await mkdtemp(join(tmpdir(), "lectern-bare-"));
  withDemo = await mkdtemp(join(tmpdir(), "lectern-demo-"));
  await mkdir(join(withDemo, ".lectern"));
  const demo = { url: "http://127.0.0.1:8123", token: "demo-token", parent: 3 };
  await writeFile(join(withDemo, ".lectern", "demo.json"), JSON.stringify(demo));
});

afterAll(() => Promise.all([bare, withDemo].map((folder) => rm(folder, { recursive: true }))));

const environment = { LECTERN_URL: "https://environment.example", LECTERN_TOKEN: "from-environment" };

describe("the connection", () => {
  test.each([
    {
      name: "the options",
      options: { url: "https://option.example", token: "from-option" },
      environment,
      expected: { url: "https://option.example", token: "from-option" },
    },
    {
      name: "the environment",
      options: {},
      environment,
      expected: { url: "https://environment.example", token: "from-environment" },
    },
    {
      name: "the demo",
      options: {},
      environment: {},
      expected: { url: "http://127.0.0.1:8123", token: "demo-token" },
    },
    {
      name: "the demo when the environment is empty",
      options: {},
      environment: { LECTERN_URL: "", LECTERN_TOKEN: "" },
      expected: { url: "http://127.0.0.1:8123", token: "demo-token" },
    },
    {
      name: "an option that is the demo's address",
      options: { url: "http://127.0.0.1:8123/" },
      environment: {},
      expected: { url: "http://127.0.0.1:8123/", token: "demo-token" },
    },
  ])("comes from $name", async ({ options, environment, expected }) => {
    expect(await findConnection(options, environment, withDemo)).toEqual(expected);
  });

  test("is to this machine when nothing names another", async () => {
    expect(await findConnection({ token: "t" }, {}, bare)).toEqual({
      url: "http://127.0.0.1:8000",
      token: "t",
    });
  });

  test("never takes the demo's token to another service", async () => {
    const elsewhere = findConnection({ url: "https://other.example" }, {}, withDemo);
    await expect(elsewhere).rejects.toThrow(/No token for https:\/\/other.example: .*lectern token create/);
  });

  test("without a token says what makes one, to publish and to administrate", async () => {
    const without = findConnection({}, {}, bare);
    await expect(without).rejects.toThrow(
      /--scopes write,publish` makes one, with `--scopes write,admin` for/,
    );
  });

  test.each(["notes.example", "ftp://notes.example", "http://"])("is refused to %s", async (url) => {
    await expect(findConnection({ url, token: "t" }, {}, bare)).rejects.toThrow("is not an address such as");
  });
});
