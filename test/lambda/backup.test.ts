import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/programs.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import { runAsDeployer } from "./program.ts";

const world = useWorld();

test("a stage is backed up, and restored into another place, by the credentials of whoever deploys", async () => {
  const { title } = await createLivePost(world.notes);
  const [backup, data] = [await temporaryFolder(), await temporaryFolder()];
  const taken = await runAsDeployer(["cli/lectern.js", "backup", backup, "--stage", "production"]);
  expect(taken).toMatchObject({ status: 0 });
  const restored = await runAsDeployer(["cli/lectern.js", "restore", backup, "--data", `${data}/site`]);
  expect(restored).toMatchObject({ status: 0 });
  const exported = await runAsDeployer(["cli/lectern.js", "export", "--data", `${data}/site`]);
  expect(exported.stdout).toContain(title);
});
