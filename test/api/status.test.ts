// Proves contract rules: health, site-status.

import { describe, expect, onTestFinished, test, vi } from "vitest";
import { handler as snapshotCatalog } from "#functions/jobs/snapshot-catalog.ts";
import { handler as watchSite } from "#functions/jobs/watch-site.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { queueTest } from "#lib/actions/webhooks/queue-delivery.ts";
import { readHealth, readStatus } from "#lib/routes/administration-status.ts";
import { addWebhook } from "#lib/routes/editor-webhooks.ts";
import { LostDatabase, lookAtFilesBy } from "#lib/store/database-files.ts";
import { tableFormat } from "#lib/store/table-format.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { useClock } from "#test/support/clock.ts";
import { useFiles } from "#test/support/files.ts";
import { costOf } from "#test/support/metering.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";
import packageFile from "../../package.json" with { type: "json" };

const world = useWorld();
useFiles();
const advance = useClock();

const statusNow = async () => (await call(readStatus, { as: "su" })).body;

/** What the job measures, as CloudWatch gets it. */
const measured = async () => {
  vi.stubEnv("METRICS_NAMESPACE", "Lectern/trial");
  vi.stubEnv("LOG_REQUESTS", "true");
  using captured = captureLog();
  await watchSite();
  vi.unstubAllEnvs();
  return captured.lines[0]!;
};

describe("health", () => {
  test("is told to everybody, for one read, and never kept", async () => {
    const { status, body, headers } = await call(readHealth);
    expect([status, body]).toEqual([
      200,
      { status: "ok", version: packageFile.version, format: tableFormat },
    ]);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(await costOf(() => call(readHealth))).toMatchObject({ requests: 1, readUnits: 1, writeUnits: 0 });
  });

  test("is 503 while the database does not answer", async () => {
    const lost = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", $fault: "server" });
    vi.spyOn(tableStore(), "getMany").mockRejectedValue(lost);
    using _ = captureLog();
    const { status, body } = await call(readHealth);
    expect([status, body.code]).toEqual([503, "unavailable"]);
  });

  test("has what one machine says of the files of its database", async () => {
    let loss: LostDatabase | undefined;
    const files = {
      findLoss: () => loss,
      findWarnings: () => ["The log is long."],
      findCause: async () => undefined,
    };
    onTestFinished(lookAtFilesBy(files));
    expect((await call(readHealth)).body).toMatchObject({ status: "ok", warnings: ["The log is long."] });
    loss = new LostDatabase("The files are gone.");
    using _ = captureLog();
    const { status, body, headers } = await call(readHealth);
    expect([status, headers["retry-after"], body]).toEqual([
      503,
      "60",
      { code: "unavailable", detail: "The files are gone." },
    ]);
  });
});

describe("the status", () => {
  test("counts what there is", async () => {
    const before = (await statusNow()).counts;
    await createLivePost(world.notes);
    const { version, format, counts } = await statusNow();
    expect([version, format]).toEqual([packageFile.version, tableFormat]);
    expect(counts).toEqual({ ...before, live_pages: before.live_pages + 1, users: 9 });
  });

  test("says how long scheduled posts and calls of webhooks have waited", async () => {
    const { id } = await createDraft(world.notes);
    const publishAt = new Date(Date.now() + 60_000).toISOString();
    await schedulePage(id, { permit: () => {}, publishAt });
    const idle = { due: 0, late_seconds: 0 };
    expect(await statusNow()).toMatchObject({ schedule: idle, webhooks: { waiting: 0, late_seconds: 0 } });
    const body = { name: "build", url: "https://ci.example/", events: ["page.published"] };
    const webhook = (await call(addWebhook, { as: "su", body })).body.id;
    await queueTest(webhook);
    advance(660);
    const { schedule, webhooks } = await statusNow();
    expect([schedule.due, webhooks.waiting]).toEqual([1, 1]);
    expect(schedule.late_seconds).toBeGreaterThan(590);
    expect(webhooks.late_seconds).toBeGreaterThanOrEqual(660);
    expect(await measured()).toMatchObject({
      job: "jobs/watch-site",
      ScheduleLateness: schedule.late_seconds,
      WebhookBacklog: webhooks.late_seconds,
    });
  });

  test("knows an old snapshot that is as good as a new one from one that is overdue", async () => {
    const { snapshot } = await statusNow();
    expect(snapshot).toEqual({ taken_at: null, age_seconds: null, is_due: true });
    expect(await measured()).toMatchObject({ SnapshotAge: 9 * 24 * 3_600 });
    await snapshotCatalog();
    // The first one of a release is replaced after an hour.
    advance(3_601);
    expect((await statusNow()).snapshot.is_due).toBe(true);
    await snapshotCatalog();
    advance(2 * 24 * 3_600);
    const old = (await statusNow()).snapshot;
    expect([old.is_due, old.age_seconds]).toEqual([false, 2 * 24 * 3_600]);
    expect(await measured()).toMatchObject({ SnapshotAge: 0 });
    await createLivePost(world.notes);
    expect((await statusNow()).snapshot.is_due).toBe(true);
    expect(await measured()).toMatchObject({ SnapshotAge: 2 * 24 * 3_600 });
    await snapshotCatalog();
    expect((await statusNow()).snapshot).toMatchObject({ age_seconds: 0, is_due: false });
  });
});

test("the job that measures makes three metrics, all in seconds", async () => {
  const { _aws: directive } = await measured();
  expect(directive.CloudWatchMetrics).toEqual([
    {
      Namespace: "Lectern/trial",
      Dimensions: [[]],
      Metrics: ["ScheduleLateness", "SnapshotAge", "WebhookBacklog"].map((Name) => ({
        Name,
        Unit: "Seconds",
      })),
    },
  ]);
});
