import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { playerScript, playerScriptText } from "#lib/themes/player-script.ts";
import { playerScriptFile, playerScriptModule } from "../../../browser/build.ts";

test("the script of players is what its sources make; if not, run `npm run player`", async () => {
  expect(readFileSync(playerScriptFile, "utf8")).toBe(await playerScriptModule());
});

test("the script of players has at most 20 KB, compressed", () => {
  expect(gzipSync(playerScriptText).length).toBeLessThanOrEqual(20_000);
});

test("the script of players names no other site, and runs no text", () => {
  const addresses = playerScriptText.match(/\bhttps?:\/\/[\w./-]+/g);
  // The name of a language, which browsers do not load.
  expect(addresses).toEqual(["http://www.w3.org/2000/svg"]);
  expect(playerScriptText).not.toMatch(/\beval\(|\bFunction\(|innerHTML|\bimport\(/);
});

test("the script's name says that it is one", () => {
  expect(playerScript).toMatch(/^player-[0-9a-f]{12}\.js$/);
});
