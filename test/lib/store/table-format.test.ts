import { beforeAll, describe, expect, test } from "vitest";
import { handler as publishScheduled } from "#functions/jobs/publish-scheduled.ts";
import { handler as removeLeftovers } from "#functions/jobs/remove-leftover-files.ts";
import { handler as snapshotCatalog } from "#functions/jobs/snapshot-catalog.ts";
import { createPost } from "#lib/routes/editor-posts.ts";
import { listPages } from "#lib/routes/pages.ts";
import { getItem } from "#lib/store/items.ts";
import { raiseFormat } from "#lib/store/raise-format.ts";
import { readSiteVersion } from "#lib/store/site.ts";
import { keys } from "#lib/store/table.ts";
import { NewerFormat, tableFormat } from "#lib/store/table-format.ts";
import { PlainError } from "#local/plain-error.ts";
import { requireDeployedFormat, requireFormat } from "#local/require-format.ts";
import { call } from "#test/support/call.ts";
import { useFiles } from "#test/support/files.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

test("a table says in which form it is, and its own program leaves it alone", async () => {
  const before = await getItem(keys.siteVersion());
  expect(before).toMatchObject({ format: tableFormat });
  await snapshotCatalog({ isDeployment: true });
  await requireFormat();
  await requireDeployedFormat();
  expect(await getItem(keys.siteVersion())).toEqual(before);
});

test("a later command leaves the table of a stage alone until its version is deployed", async () => {
  await expect(requireDeployedFormat(tableFormat + 1)).rejects.toThrow(
    "deploy this version of Lectern first",
  );
});

describe("once a later program has raised it", () => {
  let version: number;

  beforeAll(async () => {
    // Requests that have read the site before.
    expect((await call(listPages)).status).toBe(200);
    expect((await call(listPages, { as: "ada" })).status).toBe(200);
    version = await readSiteVersion();
    await raiseFormat(tableFormat + 1);
  });

  test("the site has another version, so that all processes notice", async () => {
    expect(await getItem(keys.siteVersion())).toMatchObject({
      version: version + 1,
      format: tableFormat + 1,
    });
  });

  test.each([
    ["readers", () => call(listPages)],
    ["editors", () => call(createPost, { as: "ada", body: { parent: { id: world.notes }, title: "No" } })],
  ])("%s are told that this program is too old, and nothing is written", async (_, request) => {
    const answered = await request();
    expect([answered.status, answered.headers["retry-after"]]).toEqual([503, "60"]);
    expect(answered.text).toContain("format 2, and this version of Lectern knows up to format 1");
  });

  test.each([
    ["publishes what is due", publishScheduled],
    ["removes what is left over", removeLeftovers],
    ["stores snapshots", snapshotCatalog],
  ])("the job that %s fails", async (_, job) => {
    await expect(job()).rejects.toBeInstanceOf(NewerFormat);
  });

  test("the service and the commands refuse to start, in a sentence", async () => {
    await expect(requireFormat()).rejects.toThrow(PlainError);
    await expect(requireFormat()).rejects.toThrow("use the version that wrote them, or a later one");
  });
});
