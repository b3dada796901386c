import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Document, isScalar, visit } from "yaml";
import type { ExportedSite } from "#cli/site/site-administration.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments, siteOptions } from "./arguments.ts";
import { printLines, type RunAdministration } from "./output.ts";

const options = { ...siteOptions, output: { type: "string" } } as const;

/** `lectern export`: prints the site as a manifest, or writes it to a file with the media beside it. */
export const exportSite: RunAdministration = async (args, context) => {
  const { output, ...choice } = parseArguments(args, options, []);
  const { stdout, stderr } = context;
  await using site = await context.openSite(choice, context);
  const { manifest, variables, files } = await site.exportSite();
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

const writeMediaFile = async (
  { path, read }: ExportedSite["files"][number],
  folder: string,
): Promise<void> => {
  const content = await read();
  const copy = join(folder, path);
  await mkdir(dirname(copy), { recursive: true });
  await pipeline(content, createWriteStream(copy, { mode: 0o600 }));
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
