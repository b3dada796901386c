import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/programs.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import { runOnStage } from "./program.ts";

const world = useWorld();

test("a stage is backed up, and restored into another place, by the credentials of the account's owner", async () => {
  const { title } = await createLivePost(world.notes);
  const [backup, data] = [await temporaryFolder(), await temporaryFolder()];
  const taken = await runOnStage(["cli/lectern.js", "backup", backup, "--stage", "production"]);
  expect(taken).toMatchObject({ status: 0 });
  const restored = await runOnStage(["cli/lectern.js", "restore", backup, "--data", `${data}/site`]);
  expect(restored).toMatchObject({ status: 0 });
  const exported = await runOnStage(["cli/lectern.js", "export", "--data", `${data}/site`]);
  expect(exported.stdout).toContain(title);
});
