import { join } from "node:path";
import { root } from "./sources.ts";

/** The path of a sound or film file among the fixtures; their README says what each of them is. */
export const recordingPath = (name: string): string => join(root, "test/fixtures/media", name);
