/** What counts, holds up and refuses requests of the table, chance, an engine and a browser, as tests do. */
export { startChromium } from "../../../../test/browser/chromium.ts";
export { startDynoxide } from "../../../../test/engines/dynoxide.ts";
export { aroundCommands, type SentRequest } from "../../../../test/support/around-commands.ts";
export { askingTable } from "../../../../test/support/asking-table.ts";
export { type Cost, costOf } from "../../../../test/support/metering.ts";
export { type Random, randomFrom } from "../../../../test/support/random.ts";
export { startCommand } from "../../../../test/support/start-command.ts";
