import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { deletePage } from "#lib/actions/pages/remove-page.ts";
import { pageIdAt } from "#lib/manifest/stored/stored-state.ts";
import { writeHost } from "#local/data-directory/host.ts";
import { openDataDirectory } from "#local/data-directory.ts";
import { openDataTable } from "#local/data-table.ts";
import { overtaken } from "#test/support/interleaving.ts";
import { useTable } from "#test/support/table.ts";
import { type CommandResult, lectern, lecternReading } from "./lectern.ts";

useTable();

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-apply-"));
});
afterAll(() => rm(folder, { recursive: true }));

const fileWith = async (text: string): Promise<string> => {
  const file = join(folder, "site.yaml");
  await writeFile(file, text);
  return file;
};

const site = `version: 1
users: [{username: ada, password: "env:ADA"}]
pages:
  - {type: site.HomePage, slug: home, title: Home}
`;

const withoutEngine = (): NodeJS.ProcessEnv => {
  const { DYNAMODB_ENDPOINT, TABLE_FILE, TABLE_NAME, ...env } = process.env;
  return env;
};

/** Runs the `lectern` program, as npx does, without the engine of the test. */
const program = (args: readonly string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ["cli/lectern.js", ...args],
      { env: { ...withoutEngine(), ADA: "marsh-hen-in-the-reeds" } },
      (error, stdout, stderr) => {
        resolve({ status: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
  });

describe("lectern apply", () => {
  test("says in one line that custom blocks are declared wrongly, and applies nothing", async () => {
    process.env.SITE_POST_BODY_BLOCKS = "[]";
    try {
      expect(await lectern("apply", await fileWith(site))).toEqual({
        status: 1,
        stdout: "",
        stderr: "The setting SITE_POST_BODY_BLOCKS is wrong: an object is expected.\n",
      });
    } finally {
      delete process.env.SITE_POST_BODY_BLOCKS;
    }
  });

  test("says in one line that enhanced filters are declared wrongly", async () => {
    vi.stubEnv("SITE_FILTERSET_FACETS", '"search"');
    const { status, stderr } = await lectern("apply", await fileWith(site));
    vi.unstubAllEnvs();
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'The setting SITE_FILTERSET_FACETS is wrong: a list of names is expected, not "search".\n',
    });
  });

  test("says what it did, and then that there is nothing to do", async () => {
    process.env.ADA = "marsh-hen-in-the-reeds";
    const file = await fileWith(site);
    expect(await lectern("apply", file, "--dry-run")).toEqual({
      status: 0,
      stdout: "Nothing was written. Without --dry-run: created 2, updated 0, unchanged 0, deleted 0.\n",
      stderr: "",
    });
    expect((await lectern("apply", file)).stdout).toBe(
      "Done: created 2, updated 0, unchanged 0, deleted 0.\n",
    );
    expect((await lectern("apply", file)).stdout).toBe("Nothing to change: all 2 are as the file says.\n");
  });

  test("--json prints the outcome as one document", async () => {
    const { status, stdout } = await lectern("apply", await fileWith(site), "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      created: 0,
      updated: 0,
      unchanged: 2,
      deleted: 0,
      ids: {
        pages: { "/home": expect.any(Number) },
        images: {},
        audios: {},
        videos: {},
        collections: { Root: 1 },
        categories: {},
        users: { ada: 1 },
        seasons: {},
      },
      revisions: { "/home": expect.any(Number) },
    });
  });

  test("says each problem in one line with the file and the line, and gives 1", async () => {
    const file = await fileWith("version: 1\nusers:\n  - {username: bo, groups: [none], staf: true}\n");
    const keys = "username, email, password, groups, staff, superuser, active";
    expect(await lectern("apply", file)).toEqual({
      status: 1,
      stdout: "",
      stderr: `${file}:3: users[0].staf: unknown key; expected one of ${keys}\n${file}:3: users[0].groups[0]: there is no group none\n`,
    });
  });

  test.each<[string, string, string]>([
    ["an empty file", "", "1: expected a map"],
    ["two documents", "version: 1\n---\n", "2: expected one document: remove what begins with ---"],
    ["a key that is a list", "version: 1\n? [a]\n: b\n", "2: expected text as a key"],
    [
      "a list that is a part of itself",
      "version: 1\npages: &p\n  - {type: site.Blog, title: b, children: *p}\n",
      "3: pages[0].children[0]: nested more than 100 deep, or an alias stands inside what it names",
    ],
    [
      "20,000 lists in one another",
      `version: 1\npages: ${"[".repeat(20_000)}${"]".repeat(20_000)}`,
      "2: nested more than 100 deep, or an alias stands inside what it names",
    ],
    [
      "20,000 lists that begin on one line",
      `version: 1\npages:\n${"- ".repeat(20_000)}x\n`,
      "3: nested more than 100 deep, or an alias stands inside what it names",
    ],
    [
      "20,000 keys in one another",
      `version: 1\n${"? ".repeat(20_000)}x\n`,
      "2: nested more than 100 deep, or an alias stands inside what it names",
    ],
  ])("refuses %s in one line", async (_name, text, line) => {
    const file = await fileWith(text);
    expect(await lectern("apply", file)).toEqual({ status: 1, stdout: "", stderr: `${file}:${line}\n` });
  });

  test("refuses a folder, and a file that there is not, in one line", async () => {
    const missing = join(folder, "missing.yaml");
    expect((await lectern("apply", folder)).stderr).toBe(
      `${folder}:1: the file cannot be read (it is a folder; name the manifest in it)\n`,
    );
    expect((await lectern("apply", missing)).stderr).toBe(
      `${missing}:1: the file cannot be read (there is no such file)\n`,
    );
  });

  test("warns on stderr and goes on", async () => {
    const post = (slug: string) => `{type: site.Post, slug: ${slug}, title: x, draft: {slug: same}}`;
    const file = await fileWith(
      `version: 1\npages:\n  - {type: site.Blog, title: b, children: [${post("a")}, ${post("b")}]}\n`,
    );
    const { status, stderr } = await lectern("apply", file);
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^\S+site\.yaml:3: pages\[0\]\.children\[1\]\.draft\.slug: warning: same is the slug of .*\n$/,
    );
  });

  test("warns of short passwords and secrets and of unknown scopes, and refuses those from the environment", async () => {
    const tokens = (secret: string) =>
      `tokens: [{name: ci, user: ada, secret: ${secret}, scopes: [wirte, x]}]`;
    const text = (password: string, secret: string) =>
      `version: 1\nusers: [{username: ada, password: ${password}}]\n${tokens(secret)}\n`;
    const known =
      "(known are write, create, update, publish, delete, admin, and what SITE_EDITOR_SCOPES names)";
    const file = await fileWith(text("marsh-hen🪶", "short"));
    const { status, stderr } = await lectern("apply", file);
    expect({ status, lines: stderr.split("\n") }).toEqual({
      status: 0,
      lines: [
        `${file}:2: users[0].password: warning: the password has 10 characters; at least 12 are expected`,
        `${file}:3: tokens[0].secret: warning: the secret has 5 characters; at least 32 are expected`,
        `${file}:3: tokens[0].scopes[0]: warning: there is no scope wirte, did you mean write? ${known}`,
        `${file}:3: tokens[0].scopes[1]: warning: there is no scope x ${known}`,
        "",
      ],
    });
    vi.stubEnv("ADA", "marsh-hen");
    vi.stubEnv("CI", "short");
    const refused = await lectern("apply", await fileWith(text("env:ADA", "env:CI")));
    vi.unstubAllEnvs();
    expect(refused).toEqual({
      status: 1,
      stdout: "",
      stderr:
        `${file}:2: users[0].password: the password has 9 characters; at least 12 are expected\n` +
        `${file}:3: tokens[0].secret: the secret has 5 characters; at least 32 are expected\n`,
    });
  });

  test("--prune names what goes, and counts what no manifest has made", async () => {
    await lecternReading("heron-by-the-reeds\n", "user", "create", "grace");
    const file = await fileWith("version: 1\n");
    const kept =
      "Not in the file, but kept, because no manifest made them or because they hold something that is kept: 1 user.\n" +
      "--prune=all deletes them too; with --dry-run it names them.\n";
    const pages = ["page /home", "page /b/a", "page /b/b", "page /b"];
    const made = ["token ci", "user ada", ...pages.slice(1), pages[0]];
    expect(await lectern("apply", "--prune", file, "--dry-run")).toEqual({
      status: 0,
      stdout: `${made.map((name) => `would delete ${name}\n`).join("")}${kept}Nothing was written. Without --dry-run: created 0, updated 0, unchanged 0, deleted 6.\n`,
      stderr: "",
    });
    const { stdout } = await lectern("apply", file, "--prune", "--dry-run", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      deleted: 6,
      removed: made.map((name) => ({ kind: name!.split(" ")[0], name: name!.split(" ")[1] })),
      kept: { user: 1 },
    });
    expect((await lectern("apply", file, "--prune")).stdout).toBe(
      `${made.map((name) => `deleted ${name}\n`).join("")}${kept}Done: created 0, updated 0, unchanged 0, deleted 6.\n`,
    );
    expect((await lectern("apply", file, "--prune=all")).stdout).toMatch(/^deleted user grace\nDone: /);
  });

  test("says why it stopped half way, and what it has done until then", async () => {
    const blog = (post: string) =>
      fileWith(`version: 1\npages: [{type: site.Blog, slug: b, title: b, children: [${post}]}]\n`);
    await lectern("apply", await blog(""));
    const file = await blog("{type: site.Post, slug: heron, title: Heron}");
    const id = (await pageIdAt("/b"))!;
    const { slow } = await overtaken(
      () => lectern("apply", file),
      () => deletePage(id),
    );
    expect(slow).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "The page above /b/heron is gone.\n" +
        "The command stopped half way: created 0, updated 0, deleted 0. Run the command again to do the rest.\n",
    });
    expect((await lectern("apply", file)).stdout).toMatch(/^Done: created 2,/);
    await lectern("apply", await fileWith("version: 1\n"), "--prune=all");
  });

  test.each(["some", "made"])("--prune has no other value, such as %s", async (value) => {
    const { status, stderr } = await lectern("apply", "site.yaml", `--prune=${value}`);
    expect(status).toBe(2);
    expect(stderr).toMatch(`--prune is given alone or as --prune=all, not as '--prune=${value}'.\n`);
  });
});

describe("a command line that is not understood gives 2 and its usage", () => {
  test.each<[string, readonly string[], string]>([
    ["nothing", [], "Usage: lectern COMMAND …"],
    ["no file", ["apply"], "FILE is missing.\nUsage: lectern apply FILE"],
    ["two files", ["apply", "a", "b"], "Unexpected argument 'b'.\nUsage: lectern apply FILE"],
    ["an unknown option", ["apply", "a", "--force"], "Unknown option '--force'.\nUsage: lectern apply FILE"],
    [
      "a mistyped option",
      ["apply", "a", "--dryrun"],
      "Unknown option '--dryrun'; did you mean '--dry-run'?\nUsage: lectern apply FILE",
    ],
    ["a short one", ["apply", "a", "-n"], "Unknown option '-n'.\nUsage: lectern apply FILE"],
    [
      "an option without its value",
      ["export", "--output"],
      "Option '--output <value>' argument missing.\nUsage: lectern export",
    ],
    [
      "two places",
      ["export", "--data", "x", "--stage", "y"],
      "--data and --stage exclude one another.\nUsage: lectern export",
    ],
    [
      "a folder and a table of the environment",
      ["export", "--data", "x"],
      "--data and TABLE_FILE exclude one another.\nUsage: lectern export",
    ],
    [
      "a deployment and an engine",
      ["export", "--stage", "y"],
      "--stage and DYNAMODB_ENDPOINT exclude one another.\nUsage: lectern export",
    ],
  ])("%s", async (_name, args, stderr) => {
    if (args.includes("--stage")) vi.stubEnv("DYNAMODB_ENDPOINT", "http://127.0.0.1:1");
    else vi.stubEnv("TABLE_FILE", "table.sqlite");
    const answer = await lectern(...args);
    vi.unstubAllEnvs();
    expect(answer).toMatchObject({ status: 2, stdout: "" });
    expect(answer.stderr.slice(0, stderr.length)).toBe(stderr);
  });

  test.each<[string, string]>([
    ["aply site.yaml", "There is no command 'aply'; did you mean 'apply'?"],
    ["user", "lectern user needs one more word: create, list, set-password, deactivate."],
    ["user crate ada", "There is no command 'user crate'; did you mean 'user create'?"],
    ["usr create ada", "There is no command 'usr'; did you mean 'user create'?"],
    ["token rewoke ci", "There is no command 'token rewoke'; did you mean 'token revoke'?"],
    ["frobnicate", "There is no command 'frobnicate'; lectern --help lists all."],
    ["user fly", "There is no command 'user fly'; lectern --help lists all."],
    ["--data x apply", "There is no command '--data'; lectern --help lists all."],
  ])("'%s' is answered in one line", async (words, line) => {
    expect(await lectern(...words.split(" "))).toEqual({ status: 2, stdout: "", stderr: `${line}\n` });
  });

  test.each([["--help"], ["help"], ["apply", "--help"]])("but %s %s is answered", async (...args) => {
    expect(await lectern(...args.filter((word) => word !== undefined))).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Usage: lectern .*/),
      stderr: "",
    });
  });

  test("and the help of a group lists its commands alone", async () => {
    const { stdout } = await lectern("token", "--help");
    expect(stdout.match(/(?<=^ {2}lectern )\w+ \w+/gm)).toEqual([
      "token create",
      "token list",
      "token revoke",
    ]);
  });
});

describe("the program", () => {
  /** A service that never answers. */
  const server = createServer(() => {});
  let url = "";
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  test("works on a folder that nobody uses, and on the same one again", async () => {
    const data = join(folder, "unused");
    const file = await fileWith(site);
    expect(await program(["apply", file, "--data", data])).toMatchObject({ status: 0, stderr: "" });
    expect((await program(["apply", file, "--data", data])).stdout).toMatch(/^Nothing to change/);
  });

  test("works on a folder that a service uses, through the same file", async () => {
    const directory = await openDataDirectory(join(folder, "used"));
    const table = await openDataTable(directory);
    const file = await fileWith(site);
    expect(await program(["apply", file, "--data", directory.path])).toMatchObject({ status: 0, stderr: "" });
    await table.close();
    const { status, stderr } = await program(["apply", file, "--data", directory.path]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining("is still starting, or has its table in an engine"),
    });
    await directory.close();
    expect((await program(["apply", file, "--data", directory.path])).stdout).toMatch(/^Nothing to change/);
  });

  test("refuses a short password where the folder's service is within reach of other machines", async () => {
    const data = join(folder, "reached");
    const file = await fileWith("version: 1\nusers: [{username: ada, password: marsh-hen}]\n");
    const said = /users\[0\]\.password: (warning: )?the password has 9 characters/;
    const directory = await openDataDirectory(data);
    await directory.close();
    for (const [host, status] of [
      ["0.0.0.0", 1],
      ["127.0.0.1", 0],
    ] as const) {
      await writeHost(data, host);
      expect(await program(["apply", file, "--data", data])).toMatchObject({
        status,
        stderr: expect.stringMatching(said),
      });
    }
  });

  test("says when it is interrupted, and that its work may go on", async () => {
    const post = join(folder, "heron.md");
    await writeFile(post, "---\ntitle: Heron\n---\nIt stood still.\n");
    const child = execFile(process.execPath, [
      "cli/lectern.js",
      "publish",
      post,
      "--token",
      "x",
      "--url",
      url,
    ]);
    let stderr = "";
    child.stderr!.on("data", (text: string) => {
      stderr += text;
    });
    await once(server, "request");
    child.kill("SIGINT");
    expect(await once(child, "close")).toEqual([130, null]);
    expect(stderr).toMatch(/^lectern: interrupted; what is done stays, .*\n$/m);
  });

  test("goes on to its end when nobody reads what it prints", async () => {
    const data = join(folder, "unread");
    const child = execFile(
      process.execPath,
      ["cli/lectern.js", "apply", await fileWith("version: 1\n"), "--data", data],
      {
        env: withoutEngine(),
      },
    );
    child.stdout!.destroy();
    let stderr = "";
    child.stderr!.on("data", (text: string) => {
      stderr += text;
    });
    expect([await once(child, "close"), stderr]).toEqual([[0, null], ""]);
  });

  test("refuses a file to write that cannot be written", async () => {
    const data = join(folder, "unused");
    const { status, stderr } = await program(["export", "--data", data, "--output", folder]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^.* cannot be written \(EISDIR.*\); name another file with --output\.\n$/,
      ),
    });
  });
});
