import { describe, expect, test } from "vitest";
import { requestsPerSecond, stageFunctions } from "#cli/release/stage-functions.ts";
import { liveRelease, wayBack } from "#cli/release/way-back.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { raiseFormat } from "#lib/store/raise-format.ts";
import { type ReleaseRecord, releaseKey, withdrawnParameter } from "#lib/store/release-record.ts";
import { tableFormat } from "#lib/store/table-format.ts";
import { type StandInAws, startAws } from "#test/support/aws-functions.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { useWorld } from "#test/support/world.ts";
import { lecternIn } from "./lectern.ts";

useWorld();
useFiles();

const stage = ["--stage", "trial"];

const lectern = (...args: string[]) => {
  const { DYNAMODB_ENDPOINT, TABLE_FILE, ...environment } = process.env;
  return lecternIn({ BUCKET_NAME: "files", ...environment }, "", args);
};

const release = (id: string, functions: ReleaseRecord["functions"], other = {}): ReleaseRecord => ({
  id,
  tableFormat,
  table: "used",
  functions,
  ...other,
});

/** The table of the test, which is there when it runs. */
const withTable = (record: ReleaseRecord): ReleaseRecord =>
  record.table === "used" ? { ...record, table: process.env.TABLE_NAME! } : record;

/** Stores what deployments noted, one after another, and gives AWS as the last one left it. */
const deployed = async (...releases: readonly ReleaseRecord[]): Promise<StandInAws> => {
  const aws = await startAws();
  const files = await openFiles();
  for await (const { key } of files.list(fileKey("releases"))) await files.delete(key);
  let last = 0;
  for (const record of releases) {
    const key = fileKey(releaseKey(record.id));
    let stored = last;
    while (stored <= last) {
      await files.put(key, Buffer.from(JSON.stringify(withTable(record))), "application/json");
      stored = (await files.head(key))!.lastModified.getTime();
    }
    last = stored;
    for (const [name, version] of Object.entries(record.functions)) {
      const { versions } = aws.functions.get(name) ?? { versions: new Set<string>() };
      aws.functions.set(name, { versions: versions.add(version), live: version });
    }
  }
  return aws;
};

const liveIn = (aws: StandInAws) =>
  Object.fromEntries([...aws.functions].map(([name, { live }]) => [name, live]));

const withdrawnIn = (aws: StandInAws) => aws.parameters.get(withdrawnParameter("trial"));

const first = release("0.3.0-aaaaaaaa", { Pages: "1", Feeds: "1", Health: "4" });
const second = release("0.3.1-bbbbbbbb", { Pages: "2", Feeds: "2", Health: "4", Search: "1" });
const third = release("0.3.2-cccccccc", { Pages: "3", Feeds: "3", Health: "4", Search: "1" });

describe("a stage goes back", () => {
  test("to the release before, and its aliases say which that is", async () => {
    const aws = await deployed(first, second);
    const { status, stdout, stderr } = await lectern("rollback", ...stage);
    expect(stderr).toBe("");
    expect(stdout).toBe(
      [
        "From 0.3.1-bbbbbbbb to 0.3.0-aaaaaaaa: 2 functions to change.",
        "0.3.0-aaaaaaaa is live.",
        "Functions that it does not know stay as they were: 1.",
        "To go forward again: lectern rollback --stage trial --to 0.3.1-bbbbbbbb",
        "",
      ].join("\n"),
    );
    expect(status).toBe(0);
    expect(liveIn(aws)).toEqual({ Pages: "1", Feeds: "1", Health: "4", Search: "1" });
    expect(aws.functions.get("Pages")!.description).toBe(first.id);
    expect(withdrawnIn(aws)).toBe(second.id);
  });

  test("never by itself to a release that it went back from, and forward to it if it is named", async () => {
    const aws = await deployed(first, second, third);
    aws.parameters.set(withdrawnParameter("trial"), second.id);
    expect((await lectern("rollback", ...stage)).stdout).toContain(`to ${first.id}: 2 functions`);
    expect(withdrawnIn(aws)).toBe(`${second.id} ${third.id}`);
    const { stdout } = await lectern("rollback", ...stage, "--to", third.id);
    expect(stdout).toContain(`To go back again: lectern rollback --stage trial --to ${first.id}\n`);
    expect(liveIn(aws)).toMatchObject(third.functions);
    expect(withdrawnIn(aws)).toBe(second.id);
  });

  test("to the release that it was left for by going forward, which is not withdrawn by that", async () => {
    const aws = await deployed(first, second);
    for (const to of [[], ["--to", second.id], []]) await lectern("rollback", ...stage, ...to);
    expect(liveIn(aws)).toMatchObject(first.functions);
    expect(withdrawnIn(aws)).toBe(second.id);
  });

  test("the rest of the way, if an earlier run or a deployment ended half way", async () => {
    const aws = await deployed(first, second);
    aws.functions.get("Pages")!.live = "1";
    const { stdout } = await lectern("rollback", ...stage);
    expect(stdout).toContain("From 0.3.1-bbbbbbbb to 0.3.0-aaaaaaaa: 1 function to change.");
    expect(liveIn(aws)).toMatchObject(first.functions);
  });

  test("as far as AWS lets it, names what did not move, and notes the way before that", async () => {
    const aws = await deployed(first, second);
    aws.refused.add("PUT alias Feeds");
    const { status, stderr } = await lectern("rollback", ...stage);
    expect(status).toBe(1);
    expect(stderr).toBe(
      "1 of 2 functions could not be moved to 0.3.0-aaaaaaaa; run the command again with --to 0.3.0-aaaaaaaa.\nFeeds: not authorized\n",
    );
    expect(liveIn(aws)).toMatchObject({ Pages: "1", Feeds: "2" });
    expect(withdrawnIn(aws)).toBe(second.id);
  });

  test("with --dry-run not at all", async () => {
    const aws = await deployed(first, second);
    const { stdout } = await lectern("rollback", ...stage, "--dry-run");
    expect(stdout).toBe("From 0.3.1-bbbbbbbb to 0.3.0-aaaaaaaa: 2 functions would change.\n");
    expect(liveIn(aws)).toMatchObject(second.functions);
    expect(aws.asked.filter((asked) => !asked.startsWith("GET"))).toEqual([]);
    expect(withdrawnIn(aws)).toBeUndefined();
  });
});

describe("a way back is refused with its reasons, and nothing changes", () => {
  const refusal = async (aws: StandInAws, ...args: string[]): Promise<string> => {
    const before = liveIn(aws);
    const { status, stderr } = await lectern("rollback", ...stage, ...args);
    expect(status).toBe(1);
    expect(liveIn(aws)).toEqual(before);
    expect(withdrawnIn(aws)).toBeUndefined();
    return stderr;
  };

  test("where there is none before, or none of that name", async () => {
    const aws = await deployed(first);
    expect(await refusal(aws)).toBe(
      "There is no release before 0.3.0-aaaaaaaa to go back to: deploy the one that you want.\n",
    );
    expect(await refusal(aws, "--to", "0.1.0")).toBe(
      "The stage has no release 0.1.0; it has 0.3.0-aaaaaaaa.\n",
    );
  });

  test("where all before are withdrawn, with those that --to can name", async () => {
    const aws = await deployed(first, second, third);
    const before = liveIn(aws);
    aws.parameters.set(withdrawnParameter("trial"), `${first.id} ${second.id}`);
    const { status, stderr } = await lectern("rollback", ...stage);
    expect([status, stderr]).toEqual([
      1,
      "All releases before 0.3.2-cccccccc are withdrawn: name the one that you want with --to, of 0.3.1-bbbbbbbb, 0.3.0-aaaaaaaa.\n",
    ]);
    expect([liveIn(aws), withdrawnIn(aws)]).toEqual([before, `${first.id} ${second.id}`]);
  });

  test("where no release is noted, as of stages that 0.2.0 deployed", async () => {
    const aws = await deployed();
    expect(await refusal(aws)).toMatch(/^There is no record of the stage's present release/);
  });

  test("where the release used another table, and where its functions are gone", async () => {
    const aws = await deployed(release("0.3.0-dddddddd", { Pages: "1" }, { table: "another" }), second);
    aws.functions.get("Pages")!.versions.delete("1");
    const told = await refusal(aws);
    expect(told).toContain("0.3.0-dddddddd uses the table another, and 0.3.1-bbbbbbbb uses test-");
    expect(told).toContain(
      "Functions of 0.3.0-dddddddd are gone (1), such as version 1 of Pages: deploy that release again.",
    );
  });

  test("without a stage, as a wrong command line", async () => {
    const { status, stderr } = await lectern("rollback");
    expect([status, stderr]).toEqual([
      2,
      "--stage is missing: docs/upgrading.md says how one machine goes back.\nUsage: lectern rollback --stage NAME [--to RELEASE] [--dry-run]\n",
    ]);
  });

  // The last of these: the table keeps its format.
  test("where the table has a format that the release does not know", async () => {
    await raiseFormat(tableFormat + 1);
    const newer = { ...second, tableFormat: tableFormat + 1 };
    const aws = await deployed(first, newer);
    expect(await refusal(aws)).toBe(
      "The table has format 2, and 0.3.0-aaaaaaaa knows up to format 1: it would refuse every request. The way back is a restored table (docs/deploy.md#restoring).\n",
    );
  });
});

describe("releases", () => {
  test("are listed, with what became of them", async () => {
    const aws = await deployed(first, second, third);
    aws.parameters.set(withdrawnParameter("trial"), second.id);
    const { stdout } = await lectern("releases", ...stage);
    expect(stdout.replace(/\d{4}-[^ ]+/g, "TIME")).toBe(
      [
        "0.3.2-cccccccc  TIME  live       4 functions  format 1",
        "0.3.1-bbbbbbbb  TIME  withdrawn  4 functions  format 1",
        "0.3.0-aaaaaaaa  TIME  kept       3 functions  format 1",
        "",
      ].join("\n"),
    );
    const { releases } = JSON.parse((await lectern("releases", ...stage, "--json")).stdout);
    expect(releases[0]).toMatchObject({ id: third.id, state: "live", functions: 4, table_format: 1 });
  });

  test("are pruned with the versions that no other needs, but not what is live or just published", async () => {
    const aws = await deployed(first, second, third);
    aws.functions.get("Pages")!.live = "1";
    aws.functions.get("Feeds")!.versions.add("4");
    const { stdout } = await lectern("releases", "prune", ...stage, "--keep", "1");
    expect(stdout).toBe("2 releases and 3 versions of functions removed; 1 release kept.\n");
    expect(await storedFileKeys()).toEqual([releaseKey(third.id)]);
    expect([...aws.functions.get("Pages")!.versions]).toEqual(["1", "3"]);
    expect([...aws.functions.get("Feeds")!.versions]).toEqual(["3", "4"]);
    expect([...aws.functions.get("Health")!.versions]).toEqual(["4"]);
  });
});

test("a function of the newest release that is the same in the one before does not make it live", () => {
  const live = new Map(Object.entries(second.functions));
  expect(liveRelease({ releases: [third, second, first], live })).toBe(second);
});

test("a stage of 300 functions that all change goes back within a minute at the pace that Lambda allows", async () => {
  const names = Array.from({ length: 300 }, (_, number) => `Function${number}`);
  const versioned = (version: string) => Object.fromEntries(names.map((name) => [name, version]));
  const [old, now] = [release("0.3.0-old", versioned("1")), release("0.3.1-new", versioned("2"))];
  const sent: string[] = [];
  let waitedMs = 0;
  const functions = stageFunctions(
    {
      send: async (command: object) => {
        sent.push(command.constructor.name);
        return { FunctionVersion: "2" };
      },
    } as never,
    async (ms) => {
      waitedMs += ms;
    },
  );
  const way = wayBack({ releases: [now, old], live: await functions.live(names), withdrawn: [] });
  expect(await functions.missing(way.moves)).toEqual([]);
  expect(await functions.move(way.moves, old.id)).toEqual([]);
  const counts = Object.groupBy(sent, (name) => name);
  expect(Object.entries(counts).map(([name, all]) => [name, all!.length])).toEqual([
    ["GetAliasCommand", 300],
    ["GetFunctionCommand", 300],
    ["UpdateAliasCommand", 300],
  ]);
  // What AWS documents; of the second, all other requests about functions take part.
  expect(requestsPerSecond.getFunction).toBeLessThan(100);
  expect(requestsPerSecond.others).toBeLessThan(15);
  expect(waitedMs).toBeLessThan(60_000);
});
