import { afterAll, vi } from "vitest";

/**
 * Lets test files share a process: each begins with modules that nobody has used, in the environment of the run. What
 * stays is what is expensive to load and keeps no state: the packages and Vitest itself.
 */
vi.resetModules();

const given = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in given)) delete process.env[name];
  Object.assign(process.env, given);
});
