import fc from "fast-check";
import { afterAll, vi } from "vitest";

/**
 * Lets test files share a process: each begins with modules that nobody has used, in the environment of the
 * run. What stays is what is expensive to load and keeps no state: the packages and Vitest itself.
 */
vi.resetModules();

/** Properties are tried with the same values in every run. `PROPERTY_SEED=7 npm test` tries others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });

/**
 * Passwords are hashed in no time. As lib/access/passwords.ts does it, one takes a tenth of a second, and
 * tests hash hundreds. A file that is about the hash itself, or shares hashes with a program that it starts,
 * says `vi.unmock("node:crypto")`.
 */
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  const argon2: typeof crypto.argon2 = (algorithm, parameters, callback) =>
    crypto.argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback);
  return { ...crypto, argon2 };
});

const given = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in given)) delete process.env[name];
  Object.assign(process.env, given);
});
