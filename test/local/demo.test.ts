import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyToStore } from "#cli/administration/apply-to-store.ts";
import { passwordIsRight } from "#lib/access/passwords.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { type Credentials, replaceCredentials } from "#lib/actions/people/replace-credentials.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { readToken, readUserByName } from "#lib/store/listed-credentials.ts";
import { readPurpose, writePurpose } from "#local/data-directory/purpose.ts";
import { openDataDirectory } from "#local/data-directory.ts";
import { becomeSite, demoEnvironment, demoLines, demoManifest } from "#local/demo.ts";
import { type Demo, leaveDemo, leftDemo } from "#local/demo-file.ts";
import { fill } from "#local/fill.ts";
import { PlainError } from "#local/plain-error.ts";
import { failingAt } from "#test/support/faults.ts";
import { useFiles } from "#test/support/files.ts";
import { useTable } from "#test/support/table.ts";

useTable();
useFiles();

let parent: string;
/** A data directory for the demo. */
let folder: string;

const newFolder = async (name: string): Promise<string> => {
  const { path, close } = await openDataDirectory(join(parent, name));
  await close();
  return path;
};

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "lectern-demo-"));
  folder = await newFolder("demo");
});

afterAll(() => rm(parent, { recursive: true }));

const host = "127.0.0.1";
const fillDemo = (options: { host?: string; folder?: string; demo?: boolean } = {}) =>
  fill({ demo: true, host, folder, ...options });

/** Starts in a directory as an earlier version left it, without a demo file. */
const startEarlier = async (): Promise<void> => {
  const earlier = await newFolder("unremembered");
  await rm(join(earlier, "purpose"));
  await fillDemo({ folder: earlier });
};

/** The users with valid passwords, and `token` if it is valid. */
const validOf = async ({ token, passwords }: Credentials): Promise<string[]> => {
  const valid = (await readToken("demo"))?.hash === hashOfSecret(token) ? ["token"] : [];
  for (const [username, password] of Object.entries(passwords)) {
    const user = await readUserByName(username);
    if (user && (await passwordIsRight(password, user.passwordHash))) valid.push(username);
  }
  return valid;
};

/** Repeats the work, cut off at each of its steps in turn, until it completes. */
const cutOff = async (work: () => Promise<unknown>, nextStep: (step: number) => number): Promise<number> => {
  let cuts = 0;
  for (let step = 0; await failingAt(step, "for good", () => work().catch(() => {})); step = nextStep(step))
    cuts++;
  return cuts;
};

describe("an empty service", () => {
  test("gets nothing where the demo is not wanted", async () => {
    expect(await fill({ demo: false, host, folder: undefined })).toBeUndefined();
  });

  test.each(["0.0.0.0", "::", "192.168.1.7", "notes.example", "127.example"])(
    "gets no demo where it listens on %s",
    async (address) => {
      await expect(fillDemo({ host: address })).rejects.toThrow(PlainError);
      await expect(fillDemo({ host: address })).rejects.toThrow(
        `The demo is for this machine only, and other machines may reach the address '${address}';`,
      );
      expect(await readPurpose(folder)).toBe("unused");
    },
  );

  test("gets no demo in a directory that was a site's, and says what to do", async () => {
    const used = await newFolder("site");
    expect(await fill({ demo: false, host, folder: used })).toBeUndefined();
    expect(await readPurpose(used)).toBe("site");
    await expect(fillDemo({ folder: used })).rejects.toThrow(
      /^\S+ has been used for a site, and that site is empty; restore its database .* --no-demo .* --data for the demo\.$/,
    );
  });

  test("gets no demo in a directory that an earlier version made", async () => {
    const used = await newFolder("earlier");
    await rm(join(used, "purpose"));
    await expect(fillDemo({ folder: used })).rejects.toThrow("has been used for a site");
  });

  test("gets no manifest that has faults: there is a line for each of them", async () => {
    const file = join(parent, "bad.yaml");
    await writeFile(file, "version: 2\nzebra: 1\n");
    const refusal = await fill({ manifest: file, demo: false, host, folder }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(PlainError);
    const lines = (refusal as PlainError).message.split("\n");
    expect(lines.length).toBe(2);
    for (const line of lines) expect(line.startsWith(`${file}:`)).toBe(true);
    expect(await readPurpose(folder)).toBe("unused");
  });
});

describe("the demo", () => {
  let demo: Demo;
  const known = { token: "lectern-demo-token", passwords: { ada: "marsh-hen", bo: "reed-bunting" } };

  test("is completed by the next start, wherever earlier ones were cut off", async () => {
    const cuts = await cutOff(fillDemo, (step) => Math.ceil(step * 1.4) + 1);
    expect(cuts).toBeGreaterThan(10);
    demo = (await leftDemo(folder))!;
    const environment = demoEnvironment(demo);
    expect(await applyManifest(demoManifest, { environment, dryRun: true })).toMatchObject({
      created: 0,
      updated: 0,
    });
    expect(demo.parent).toBeGreaterThan(1);
  });

  test("has a token and passwords of its own, which its owner alone can read", async () => {
    expect(await validOf(demo)).toEqual(["token", "ada", "bo"]);
    expect(demo.token).toMatch(/^lct_\w{49}$/);
    for (const password of Object.values(demo.passwords)) expect(password).toMatch(/^[\w-]{32}$/);
    expect(new Set([demo.token, demo.passwords.ada, demo.passwords.bo]).size).toBe(3);
    expect((await stat(join(folder, "demo.json"))).mode & 0o777).toBe(0o600);
  });

  test("is the same at the next start, with lines to paste", async () => {
    expect(await fillDemo()).toEqual(demo);
    const lines = demoLines({ ...demo, url: "http://127.0.0.1:8009" });
    expect(lines.match(/^ {2}curl /gm)).toHaveLength(3);
    expect(lines).toContain(
      `  npx lectern publish examples/field-notes/posts --parent /home/notes --url http://127.0.0.1:8009 --token ${demo.token}\n`,
    );
  });

  test("refuses to start where others could reach it", async () => {
    await expect(fillDemo({ host: "0.0.0.0" })).rejects.toThrow("The demo is for this machine only");
  });

  test("refuses that as well where its file was removed and no demo is wanted", async () => {
    const copy = await newFolder("forgotten");
    await writePurpose(copy, "demo");
    const filled = fillDemo({ folder: copy, demo: false, host: "0.0.0.0" });
    await expect(filled).rejects.toThrow("The demo is for this machine only");
  });

  test("is damaged where its file is: that is said with the cure", async () => {
    const copy = await newFolder("damaged");
    await writePurpose(copy, "demo");
    await writeFile(join(copy, "demo.json"), '{"token":');
    await expect(fillDemo({ folder: copy })).rejects.toThrow(
      new PlainError(
        `The file ${join(copy, "demo.json")} is damaged; remove it: the next start completes the demo and gives it a new token.`,
      ),
    );
  });

  test("is named before a manifest ends it, also by a dry run, with how to keep it", async () => {
    const site = await newFolder("to-end");
    await writePurpose(site, "demo");
    const told: string[] = [];
    const apply = (dryRun: boolean) =>
      applyToStore({ folder: site, isDeployed: false })(demoManifest, {
        ...{ dryRun, prune: false, environment: demoEnvironment(demo), warn: () => undefined },
        stderr: { write: (line: string) => told.push(line) },
      });
    await apply(true);
    expect(told).toEqual([
      expect.stringMatching(/^\S+ has the demo, and a manifest ends it: .* --data\.\n$/),
    ]);
    expect(await readPurpose(site)).toBe("demo");
    await apply(false);
    expect(told.slice(1)).toEqual([told[0], expect.stringContaining("The demo in")]);
    await apply(false);
    expect(told).toHaveLength(3);
    expect(await validOf(demo)).toEqual(["token", "ada", "bo"]);
  });

  test("stays where somebody at a terminal does not want it to end, and nothing is changed", async () => {
    const site = await newFolder("to-stay");
    await writePurpose(site, "demo");
    const told: string[] = [];
    const applied = applyToStore({ folder: site, isDeployed: false })(demoManifest, {
      ...{ dryRun: false, prune: false, environment: demoEnvironment(demo), warn: () => undefined },
      stderr: { write: (line: string) => told.push(line) },
      mayEndDemo: async () => {
        expect(told).toEqual([expect.stringContaining("has the demo, and a manifest ends it")]);
        return false;
      },
    });
    await expect(applied).rejects.toThrow(
      new PlainError(`Nothing was changed, and the demo in ${site} stays.`),
    );
    expect(await readPurpose(site)).toBe("demo");
    expect(await validOf(demo)).toEqual(["token", "ada", "bo"]);
  });

  test("of an earlier version gets new credentials, also where that was cut off", async () => {
    await replaceCredentials("demo", demo, known);
    expect(await validOf(known)).toEqual(["token", "ada", "bo"]);
    const { url, parent } = { url: "http://127.0.0.1:8000", parent: demo.parent };
    await writeFile(join(folder, "demo.json"), JSON.stringify({ url, token: known.token, parent }));
    await rm(join(folder, "purpose"));
    const cuts = await cutOff(fillDemo, (step) => step + 1);
    expect(cuts).toBeGreaterThan(5);
    demo = (await leftDemo(folder))!;
    expect(await validOf(known)).toEqual([]);
    expect(await validOf(demo)).toEqual(["token", "ada", "bo"]);
    expect(await readPurpose(folder)).toBe("demo");
  });

  test("ends where a manifest is applied to its directory, also where that was cut off, and what was changed stays", async () => {
    await replaceCredentials(
      "demo",
      { token: "", passwords: { bo: demo.passwords.bo! } },
      {
        token: "",
        passwords: { bo: "a password of bo's own" },
      },
    );
    const cuts = await cutOff(
      () => becomeSite(folder),
      (step) => step + 1,
    );
    expect(cuts).toBeGreaterThan(5);
    expect(await validOf(demo)).toEqual([]);
    expect(await readToken("demo")).toBeUndefined();
    expect(await validOf({ token: "", passwords: { bo: "a password of bo's own" } })).toEqual(["bo"]);
    expect(await leftDemo(folder)).toBeUndefined();
    expect(await readPurpose(folder)).toBe("site");
    expect(await fillDemo()).toBeUndefined();
  });

  test("that no directory remembers is made anew only in an empty service", async () => {
    expect(await fill({ demo: true, host, folder: undefined })).toBeUndefined();
    await leaveDemo(folder, demo);
    expect(await becomeSite(folder)).toBe(false);
    expect(await leftDemo(folder)).toBeUndefined();
  });

  test.each([
    ["a directory without the demo's file", startEarlier],
    ["an engine that others reach", () => fill({ demo: true, host: "0.0.0.0", folder: undefined })],
  ])("of an earlier version leaves no known credentials in %s", async (_, start) => {
    await applyManifest(demoManifest, { environment: demoEnvironment(demo) });
    await replaceCredentials("demo", demo, known);
    expect(await validOf(known)).toEqual(["token", "ada", "bo"]);
    await start();
    expect(await validOf(known)).toEqual([]);
  });
});
