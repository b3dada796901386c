import { join } from "node:path";
import { expect } from "vitest";
import { lectern } from "../../../test/cli/lectern.ts";
import type { PublishingService } from "../../../test/cli/publish-service.ts";

interface Report {
  readonly notes: readonly { readonly kind: string; readonly text: string }[];
  readonly parent: string;
}

/**
 * Applies the manifest that an import has written, and expects `lectern plan` to take all files but those
 * that the import's report says it will refuse. Gives what the plan tells.
 */
export const expectPlanned = async (
  service: PublishingService,
  folder: string,
  { notes, parent }: Report,
) => {
  const applied = await lectern("apply", join(folder, "site.yaml"));
  expect(applied).toMatchObject({ status: 0 });
  const { status, stdout, stderr } = await service.run("plan", folder, "--parent", parent, "--json");
  const foreseen = notes.filter(({ kind }) => kind === "refused").map(({ text }) => text.split(":", 1)[0]);
  const refused = JSON.parse(stdout).results.filter(
    ({ action, problems = [] }: { action: string; problems?: unknown[] }) =>
      ["refused", "held_back", "conflict"].includes(action) || problems.length > 0,
  );
  const unforeseen = refused.filter(
    ({ file }: { file: string }) => !foreseen.some((name) => name && file.endsWith(name)),
  );
  expect({ unforeseen, stderr }).toEqual({ unforeseen: [], stderr: foreseen.length > 0 ? stderr : "" });
  if (foreseen.length === 0) expect(status).toBe(0);
  return stdout;
};
