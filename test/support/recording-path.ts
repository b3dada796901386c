import { join } from "node:path";
import { root } from "./sources.ts";

/** The path of an audio or video among the fixtures, which their README describes. */
export const recordingPath = (name: string): string => join(root, "test/fixtures/media", name);
