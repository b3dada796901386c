import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type FilterLogEventsCommand, ResourceNotFoundException } from "@aws-sdk/client-cloudwatch-logs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { awsComplaint } from "#cli/aws-complaint.ts";
import { installedLectern } from "#cli/installed.ts";
import { type LogLine, logFilter } from "#cli/logs/log-filter.ts";
import { stageLog } from "#cli/logs/stage-log.ts";
import { main } from "#cli/main.ts";
import { keepLog, log } from "#lib/log.ts";
import { keepLogIn } from "#local/log-file.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { lectern } from "./lectern.ts";

afterEach(() => keepLog(undefined));

const request = (route: string, status: number, more: Readonly<Record<string, unknown>> = {}) =>
  log.keep(status >= 500 ? "error" : "info", {
    ...{
      route,
      method: "GET",
      path: `/api/${route}/`,
      status,
      duration_ms: 3.5,
      principal: null,
      cold: false,
    },
    ...{ bytes: 40, db_requests: 1, request_id: "r-1", ...more },
  });

/** Keeps some lines; gives the folder. */
const folderWith = async (write: () => void): Promise<string> => {
  const data = await temporaryFolder();
  const kept = keepLogIn(data);
  write();
  await kept.stop();
  return data;
};

const someRequests = () => {
  request("pages/list", 200, { cold: true });
  request("editor/posts/read", 404, { principal: 7 });
  request("editor/posts/update", 500, { error: "Error: lost\n    at somewhere" });
  log.keep("info", { job: "jobs/renew-feeds", outcome: "renewed", stored: 2 });
  log.keep("warning", { route: "pages/list", request_id: "r-2", warning: "odd" });
  log.keep("alarm", { alarm: "The clock has jumped." });
};

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z {2}/gm;

describe("the log of a folder", () => {
  test("is printed for people, jobs apart", async () => {
    const data = await folderWith(someRequests);
    const { status, stdout } = await lectern("logs", "--data", data);
    expect(status).toBe(0);
    expect(stdout.replace(instant, "")).toBe(
      [
        "200  GET /api/pages/list/  3.5 ms  40 bytes  db 1  cold",
        "404  GET /api/editor/posts/read/  3.5 ms  40 bytes  db 1  user 7",
        "error  500  GET /api/editor/posts/update/  3.5 ms  40 bytes  db 1  r-1  Error: lost",
        "    at somewhere",
        "warning  pages/list  r-2  odd",
        "alarm  The clock has jumped.",
        "",
      ].join("\n"),
    );
    const jobs = await lectern("logs", "--data", data, "--jobs");
    expect(jobs.stdout.replace(instant, "")).toBe("jobs/renew-feeds  renewed\n");
  });

  test.each([
    [
      ["--route", "pages/list"],
      ["pages/list", "pages/list"],
    ],
    [
      ["--route", "editor/*"],
      ["editor/posts/read", "editor/posts/update"],
    ],
    [["--status", "404"], ["editor/posts/read"]],
    [["--status", "5xx", "--route", "editor/*"], ["editor/posts/update"]],
    [["--status", "3xx"], []],
  ])("is filtered by %j", async (options, expected) => {
    const data = await folderWith(someRequests);
    const { stdout } = await lectern("logs", "--data", data, "--json", ...options);
    const lines = stdout.split("\n").filter(Boolean);
    expect(lines.map((line) => JSON.parse(line).route)).toEqual(expected);
  });

  test("is shown as far back as is asked for", async () => {
    const data = await folderWith(() => request("pages/list", 200));
    const old = `{"level":"info","time":"2026-01-01T00:00:00.000Z","route":"pages/read","status":200}\nnot JSON\n`;
    await writeFile(join(data, "log", "service.1.log"), old);
    const routesOf = async (...options: string[]) =>
      (await lectern("logs", "--data", data, "--json", ...options)).stdout.match(/pages\/\w+(?=")/g);
    expect(await routesOf()).toEqual(["pages/list"]);
    expect(await routesOf("--since", "90000d")).toEqual(["pages/read", "pages/list"]);
  });

  test("is followed across the moment in which a file is put aside, without loss and repetition", async () => {
    const data = await temporaryFolder();
    const kept = keepLogIn(data, { fileBytes: 300, waitMs: 0, waitingLength: 1_000_000 });
    request("pages/list", 200);
    while (!(await stat(join(data, "log", "service.log")).catch(() => undefined))?.size) await turn();
    const interruption = Promise.withResolvers<void>();
    let printed = "";
    const ended = main(installedLectern, ["logs", "--data", data, "--follow", "--json"], {
      environment: {},
      stdin: Readable.from([]),
      stdout: {
        write: (text) => {
          printed += text;
        },
      },
      stderr: { write: () => {} },
      untilInterrupted: () => interruption.promise,
    });
    const shown = () => printed.match(/(?<="duration_ms":)[\d.]+/g)?.map(Number) ?? [];
    for (let number = 1; number <= 6; number++) {
      request("pages/list", 200, { duration_ms: number });
      while (shown().at(-1) !== number) await turn();
    }
    interruption.resolve();
    expect(await ended).toBe(0);
    expect(shown()).toEqual([3.5, 1, 2, 3, 4, 5, 6]);
    expect((await readdir(join(data, "log"))).sort()).toEqual(["service.1.log", "service.log"]);
    await kept.stop();
  });

  test("is lost, and nothing else, where it cannot be written", async () => {
    const data = await temporaryFolder();
    await writeFile(join(data, "log"), "a file where the folder should be");
    const kept = keepLogIn(data);
    request("pages/list", 200);
    await kept.stop();
    expect((await lectern("logs", "--data", data)).stderr).toMatch(
      /^There is no log in .+; the service writes/,
    );
  });

  test("holds no more than its two files, and no more in memory than it may", async () => {
    const data = await temporaryFolder();
    const limits = { fileBytes: 500, waitMs: 0, waitingLength: 600 };
    for (let time = 0; time < 5; time++) {
      const kept = keepLogIn(data, limits);
      for (let count = 0; count < 50; count++) request("pages/list", 200);
      await kept.stop();
    }
    for (const name of await readdir(join(data, "log")))
      expect((await stat(join(data, "log", name))).size).toBeLessThan(2_000);
  });
});

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

test.each([
  [["--status", "teapot"], "is not a status"],
  [["--route", 'x" || $.y = "*'], "is not the id of a route"],
  [["--since", "yesterday"], "is not a time"],
  [["--jobs", "--status", "500"], "Jobs have no route"],
  [["--data", "a", "--stage", "b"], "exclude one another"],
])("a wrong option is refused: %j", async (options, complaint) => {
  const { status, stderr } = await lectern("logs", ...options);
  expect([status, stderr]).toEqual([2, expect.stringContaining(complaint)]);
});

describe("the log of a stage", () => {
  /** Answers with these pages, and then with empty ones. */
  const clientWith = (...pages: object[]) => {
    const inputs: FilterLogEventsCommand["input"][] = [];
    const send = async ({ input }: FilterLogEventsCommand) => {
      inputs.push(input);
      return pages.shift() ?? {};
    };
    return { inputs, client: { send: send as never } };
  };
  const event = (eventId: string, timestamp: number, members: object) => ({
    ...{ eventId, timestamp, message: `${JSON.stringify(members)}\n` },
  });
  const linesIn = async (source: AsyncIterable<LogLine>) => {
    const lines: LogLine[] = [];
    for await (const line of source) lines.push(line);
    return lines;
  };
  const filter = logFilter({ route: "editor/*", status: "4xx", since: "1h" }, 7_200_000);

  test("is asked of CloudWatch with a pattern, page by page", async () => {
    const { inputs, client } = clientWith(
      { events: [event("1", 5_000_000, { status: 404 })], nextToken: "more" },
      { events: [event("2", 5_000_001, { status: 409, time: "T" })] },
    );
    const lines = await linesIn(stageLog("trial", "requests", client)(filter, undefined));
    expect(lines).toEqual([
      { time: "1970-01-01T01:23:20.000Z", status: 404 },
      { time: "T", status: 409 },
    ]);
    const asked = {
      logGroupName: "/lectern/trial/requests",
      startTime: 3_600_000,
      filterPattern: '{ $.level = "*" && $.route = "editor/*" && $.status >= 400 && $.status <= 499 }',
    };
    expect(inputs).toEqual([
      { ...asked, nextToken: undefined },
      { ...asked, nextToken: "more" },
    ]);
  });

  test("is followed without showing a line twice, and without missing one that is late", async () => {
    const first = event("1", 6_000_000, { status: 404 });
    const ending = new AbortController();
    const { inputs, client } = clientWith(
      { events: [first] },
      { events: [event("0", 5_999_000, { status: 410 }), first] },
    );
    const shown: unknown[] = [];
    for await (const { status } of stageLog("trial", "requests", client)(filter, ending.signal)) {
      shown.push(status);
      if (shown.length === 2) ending.abort();
    }
    expect(shown).toEqual([404, 410]);
    expect(inputs.map(({ startTime }) => startTime)).toEqual([3_600_000, 5_970_000]);
  });

  test("says so if there is none", async () => {
    const missing = new ResourceNotFoundException({ message: "no", $metadata: {} });
    const client = { send: (() => Promise.reject(missing)) as never };
    const lines = linesIn(stageLog("nowhere", "jobs", client)(filter, undefined));
    await expect(lines).rejects.toThrow("There is no log group /lectern/nowhere/jobs in this region");
  });
});

describe("without what AWS needs, a command with a stage says in one line what to set", () => {
  beforeEach(() => {
    for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) vi.stubEnv(name, undefined);
    for (const name of ["AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"]) vi.stubEnv(name, "/nowhere");
    vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  });
  afterEach(() => vi.unstubAllEnvs());

  test("a region", async () => {
    expect(await lectern("logs", "--stage", "x")).toEqual({
      status: 1,
      stdout: "",
      stderr: "There is no region of AWS; set AWS_REGION, or AWS_PROFILE to a profile that has a region.\n",
    });
  });

  test("credentials", async () => {
    vi.stubEnv("AWS_REGION", "eu-central-1");
    expect(await lectern("logs", "--stage", "x")).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "There are no credentials of AWS that work (Could not load credentials from any providers); set AWS_PROFILE, or run aws configure.\n",
    });
  });
});

test.each([
  ["ExpiredTokenException", "The security token included in the request is expired"],
  ["InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records."],
])("credentials that AWS refuses with %s are named in one sentence", (name, message) => {
  const sentence = awsComplaint(Object.assign(new Error(message), { name }));
  expect(sentence).toContain(`(${message.replace(/\.$/, "")}); set AWS_PROFILE`);
  expect(awsComplaint(new Error(message))).toBeUndefined();
});
