import fc from "fast-check";
import { afterAll, vi } from "vitest";
import { jobUses } from "../../stacks/job-uses.ts";
import { closeTables } from "./opened-tables.ts";

/**
 * Lets test files share a process: each starts with new modules and the run's environment. Packages and
 * Vitest, which load slowly and keep no state, stay.
 */
vi.resetModules();

/** Properties use the same values in every run; `PROPERTY_SEED=7 npm test` tries others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });

/**
 * Hashes passwords instantly: lib/access/passwords.ts takes a tenth of a second, and tests hash hundreds.
 * Files that test the hash, or share hashes with another program, call `vi.unmock("node:crypto")`.
 */
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  // Functions of a stage compare with the hashes that tests make.
  if (process.env.TRANSPORT === "lambda") return crypto;
  const argon2: typeof crypto.argon2 = (algorithm, parameters, callback) =>
    crypto.argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback);
  return { ...crypto, argon2 };
});

/** Asks ffprobe once about the same bytes. Files that test how it is asked call `vi.unmock`. */
vi.mock("#lib/probing/ask-ffprobe.ts", async (original) => {
  const { askFfprobe } = await original<typeof import("#lib/probing/ask-ffprobe.ts")>();
  const { keptProbes } = await import("./kept-probes.ts");
  return { askFfprobe: keptProbes(askFfprobe) };
});

/** Makes renditions of the same bytes once. The file that tests how they are made calls `vi.unmock`. */
vi.mock("#lib/imaging/make-rendition.ts", async (original) => {
  const made = await original<typeof import("#lib/imaging/make-rendition.ts")>();
  const { keptRendition, keptRenditions } = await import("./kept-renditions.ts");
  return {
    makeRendition: keptRendition("within", made.makeRendition),
    makeRenditions: keptRenditions("widths", made.makeRenditions),
    makeSharePicture: keptRendition("share", made.makeSharePicture),
  };
});

/** Has all that a function asks of the table decided as its role on AWS would (`enforced-rights.ts`). */
vi.mock("#lib/store/dynamo/table-requests.ts", async (original) => {
  const requests = await original<typeof import("#lib/store/dynamo/table-requests.ts")>();
  const { checkRights } = await import("./enforced-rights.ts");
  const askTable: typeof requests.askTable = (access, operation, input, timeoutMs) => {
    checkRights(operation, input);
    return requests.askTable(access, operation, input, timeoutMs);
  };
  return { ...requests, askTable };
});
vi.mock("#lib/store/dynamo/sdk-client.ts", async (original) => {
  const client = await original<typeof import("#lib/store/dynamo/sdk-client.ts")>();
  const { checkRights } = await import("./enforced-rights.ts");
  const sendBySdk: typeof client.sendBySdk = (operation, input) => {
    checkRights(operation, input);
    return client.sendBySdk(operation, input);
  };
  return { ...client, sendBySdk };
});

for (const id of Object.keys(jobUses))
  vi.doMock(`#functions/${id}.ts`, async (original) => {
    const { handler } = await original<{ handler: (...given: unknown[]) => Promise<unknown> }>();
    const { withRightsOf } = await import("./enforced-rights.ts");
    return { handler: (...given: unknown[]) => withRightsOf(id, () => handler(...given)) };
  });

const given = { ...process.env };

afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in given)) delete process.env[name];
  Object.assign(process.env, given);
  await closeTables();
});
