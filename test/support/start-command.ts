import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./sources.ts";

/** What `npm start` of a checkout gives Node: variables, and arguments, the last of which is the program. */
export const startCommand = async (checkout = root) => {
  const { scripts } = JSON.parse(await readFile(join(checkout, "package.json"), "utf8"));
  const words: readonly string[] = scripts.start.split(" ");
  const node = words.indexOf("node");
  const assigned = words.slice(0, node).flatMap((word) => (word.includes("=") ? [word.split("=")] : []));
  const variables: Readonly<Record<string, string>> = Object.fromEntries(assigned);
  return { variables, args: words.slice(node + 1) };
};
