import { resolve } from "node:path";
import type { Path, Report } from "#lib/manifest/problem.ts";

/** Looks at a file by what the manifest calls it; undefined when it has reported, at the path, what is wrong with it. */
export type Look = <Found>(
  name: string,
  at: Path,
  find: (path: string) => Promise<Found | string>,
) => Promise<Found | undefined>;

/** Looks at files whose names are relative to a folder. */
export const lookIn =
  (folder: string, report: Report): Look =>
  async (name, at, find) => {
    const found = await find(resolve(folder, name));
    if (typeof found !== "string") return found;
    report(at, `${name}: ${found}`);
    return undefined;
  };
