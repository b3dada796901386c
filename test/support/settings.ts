import { afterEach } from "vitest";
import { changeSite } from "#lib/actions/people/change-site.ts";
import type { Setting } from "#lib/settings/setting.ts";

/**
 * Gives the function that changes a setting for the rest of a test. A deployment would start new processes;
 * here a change of the site makes this one forget its answers.
 */
export const useSetting = (name: string): ((value: unknown) => Promise<void>) => {
  const set = async (value: string | undefined): Promise<void> => {
    // Most tests leave it as it is, and a change takes four requests.
    if (process.env[name] === value) return;
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
    await changeSite(async ({ settings }) => ({ settings }));
  };
  afterEach(() => set(undefined));
  return (value) => set(JSON.stringify(value));
};

/** The setting's value for this value of its variable. Throws if it is invalid. */
export const settingFrom = <Value>(setting: Setting<Value>, value: unknown): Value => {
  const before = process.env[setting.variable];
  if (value === undefined) delete process.env[setting.variable];
  else process.env[setting.variable] = typeof value === "string" ? value : JSON.stringify(value);
  try {
    return setting.required();
  } finally {
    if (before === undefined) delete process.env[setting.variable];
    else process.env[setting.variable] = before;
  }
};
