import { writeFile } from "node:fs/promises";
import { Document, isScalar, visit } from "yaml";
import { exportManifest } from "#lib/manifest/export.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { printLines, type Run } from "./output.ts";

const options = { ...storeOptions, output: { type: "string" } } as const;

/** `lectern export`: prints a site as the manifest that makes the same one of an empty folder. */
export const exportSite: Run = async (args, surroundings) => {
  const { output, ...choice } = parseArguments(args, options, []);
  const { stdout, stderr } = surroundings;
  await using _store = await openStore(choice, surroundings);
  const { manifest, variables } = await exportManifest();
  const text = yamlOf(manifest);
  if (output === undefined) stdout.write(text);
  else await writeFile(output, text, { mode: 0o600 });
  if (variables.length > 0) {
    const explanation =
      "Only hashes of passwords and secrets are kept. The manifest takes them from these variables:";
    printLines(stderr, [explanation, ...variables.map((name) => `  ${name}`)]);
  }
  return 0;
};

/** The value as YAML, with plain lists such as tags in one line. */
const yamlOf = (value: unknown): string => {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Seq: (_key, list) => {
      list.flow = list.items.every(isScalar);
    },
  });
  return document.toString({ lineWidth: 110 });
};
