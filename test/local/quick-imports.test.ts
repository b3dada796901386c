import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/programs.ts";
import { root, sourcesBelow } from "#test/support/sources.ts";

const preload = pathToFileURL(join(root, "local/quick-imports.js")).href;

/** What a program prints whose imports are answered as those of a started service, or by Node alone. */
const printed = async (code: string, preloads: readonly string[] = ["--import", preload]) => {
  const program = join(await temporaryFolder(), "program.mjs");
  await writeFile(program, code);
  const args = ["--experimental-import-meta-resolve", ...preloads, program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
};

test("each import of the service leads to the file that Node would find", async () => {
  const asked = sourcesBelow("functions", "lib", "local", "cli", "packages").flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier, isPackage, typeOnly }) =>
      isPackage || typeOnly ? [] : [[specifier, pathToFileURL(join(root, path)).href]],
    ),
  );
  const resolved = `console.log(JSON.stringify(${JSON.stringify(asked)}.map((asked) => import.meta.resolve(...asked))));`;
  expect(asked.length).toBeGreaterThan(3_000);
  expect(await printed(resolved)).toEqual(await printed(resolved, []));
});

test("a package that imports node:http gets all of it but WebSockets", async () => {
  const loads = `
    const http = await import("node:http");
    const webSockets = process.moduleLoadList.filter((name) => name.includes("undici/undici")).length;
    const { default: whole, ...named } = http;
    const names = Object.keys(named);
    console.log(JSON.stringify({ webSockets, names, areEqual: names.every((name) => whole[name] === http[name]) }));`;
  const ofNode = await printed(loads, []);
  expect(ofNode).toMatchObject({ webSockets: 1, areEqual: true });
  const ofWebSockets = ["WebSocket", "CloseEvent", "MessageEvent"];
  expect(ofNode.names).toEqual(expect.arrayContaining(["globalAgent", "maxHeaderSize", ...ofWebSockets]));
  const names = ofNode.names.filter((name: string) => !ofWebSockets.includes(name));
  expect(await printed(loads)).toEqual({ webSockets: 0, names, areEqual: true });
});
