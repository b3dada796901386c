import fc from "fast-check";
import { afterAll, vi } from "vitest";

/**
 * Lets test files share a process: each begins with modules that nobody has used, in the environment of the run. What
 * stays is what is expensive to load and keeps no state: the packages and Vitest itself.
 */
vi.resetModules();

/** Properties are tried with the same values in every run. `PROPERTY_SEED=7 npm test` tries others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });

const given = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in given)) delete process.env[name];
  Object.assign(process.env, given);
});
