import { statSync } from "node:fs";
import { clock } from "#lib/clock.ts";
import type { LocalFile } from "#lib/files/files.ts";

/** The file at a path, as the store lends it. */
export const localFile = (path: string): LocalFile => ({ path, sizeBytes: statSync(path).size });

/** The instant that is so many milliseconds ahead. */
export const inMs = (ms: number): number => clock.monotonicMs() + ms;
