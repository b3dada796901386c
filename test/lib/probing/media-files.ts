import { statSync } from "node:fs";
import { join } from "node:path";
import { clock } from "#lib/clock.ts";
import type { LocalFile } from "#lib/store/files.ts";
import { root } from "#test/support/sources.ts";

/** The path of a file in `test/fixtures/media`. */
export const mediaPath = (name: string): string => join(root, "test/fixtures/media", name);

/** The file at a path, as the store lends it. */
export const localFile = (path: string): LocalFile => ({ path, sizeBytes: statSync(path).size });

/** The instant that is so many milliseconds ahead. */
export const inMs = (ms: number): number => clock.monotonicMs() + ms;
