import { customBlocks } from "./blocks.ts";
import { variable } from "./environment.ts";
import { commentsEnabled } from "./site.ts";

/** Raise this when a new version answers strangers otherwise: it tells those who follow of all pages. */
const form = 1;

/** The text of all settings that are in answers to strangers about pages: another text, other answers. */
export const settingsInAnswers = (): string =>
  JSON.stringify([form, variable(customBlocks.variable) ?? "", commentsEnabled()]);
