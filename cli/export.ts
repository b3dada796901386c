import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Document, isScalar, visit } from "yaml";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { ExportedFile } from "#lib/manifest/export/exported-files.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { PlainError } from "#local/plain-error.ts";
import { requireSettings } from "#local/require-settings.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { printLines, type RunCommand } from "./output.ts";

const options = { ...storeOptions, output: { type: "string" } } as const;

/** `lectern export`: prints the site as a manifest, or writes it to a file with the media beside it. */
export const exportSite: RunCommand = async (args, context) => {
  const { output, ...choice } = parseArguments(args, options, []);
  const { stdout, stderr } = context;
  requireSettings();
  await using _store = await openStore(choice, context);
  const { manifest, variables, files } = await exportManifest();
  const text = yamlOf(manifest);
  if (output === undefined) {
    stdout.write(text);
    if (files.length > 0)
      printLines(stderr, ["Media files are written only with --output FILE, beside that file."]);
  } else {
    try {
      for (const file of files) await writeMediaFile(file, dirname(output));
      await writeFile(output, text, { mode: 0o600 });
    } catch (error) {
      if (!(error instanceof Error && "syscall" in error)) throw error;
      throw new PlainError(
        `${output} cannot be written (${error.message}); name another file with --output.`,
      );
    }
  }
  if (variables.length > 0) {
    const explanation =
      "Passwords and secrets are stored as hashes only. The manifest takes them from these variables:";
    printLines(stderr, [explanation, ...variables.map((name) => `  ${name}`)]);
  }
  return 0;
};

const writeMediaFile = async ({ file, path }: ExportedFile, folder: string): Promise<void> => {
  const content = await (await openFiles()).get(fileKey(file.key));
  if (!content)
    throw new PlainError(
      `The file store has no ${file.key}, which the site needs; \`lectern files verify\` lists all missing files.`,
    );
  const copy = join(folder, path);
  await mkdir(dirname(copy), { recursive: true });
  await pipeline(content.body, createWriteStream(copy, { mode: 0o600 }));
};

/** YAML in which lists of plain values, such as tags, take one line. */
const yamlOf = (value: unknown): string => {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Seq: (_key, list) => {
      list.flow = list.items.every(isScalar);
    },
  });
  return document.toString({ lineWidth: 110 });
};
