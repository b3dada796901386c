import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Document, isScalar, visit } from "yaml";
import type { SiteChoice } from "#cli/administration/open-site.ts";
import { writeMediaFile, writeMissingMedia } from "#cli/folder/manifest-media.ts";
import { connect, ServiceRefusal } from "#cli/publish/client.ts";
import { printable } from "#cli/publish/printable.ts";
import type { Terminal } from "#cli/publish/progress.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments, siteOptions } from "./arguments.ts";
import { counted, printJson, printLines, type RunAdministration } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const options = {
  ...siteOptions,
  output: { type: "string" },
  all: { type: "boolean", default: false },
  to: { type: "string" },
  json: { type: "boolean", default: false },
  "without-ids": { type: "boolean", default: false },
} as const;

/** `lectern export`: prints the site as a manifest, or writes it to a file with the media beside it. */
export const exportSite: RunAdministration = async (args, context) => {
  const { output, all, to, json, "without-ids": withoutIds, ...choice } = parseArguments(args, options, []);
  if (all || to !== undefined) return exportAll({ output, all, to, json, withoutIds, choice }, context);
  if (json || withoutIds) throw new UsageError("--json and --without-ids need --all");
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
  printVariables(stderr, variables);
  return 0;
};

interface AllOptions {
  readonly output: string | undefined;
  readonly all: boolean;
  readonly to: string | undefined;
  readonly json: boolean;
  readonly withoutIds: boolean;
  readonly choice: SiteChoice;
}

/** `lectern export --all`: posts and episodes of a service as Markdown with their media, and its manifest. */
const exportAll = async (
  { output, all, to, json, withoutIds, choice }: AllOptions,
  context: Parameters<RunAdministration>[1],
): Promise<number> => {
  if (!all || to === undefined) throw new UsageError("--all and --to FOLDER belong together");
  if (output !== undefined) throw new UsageError("--output is for a manifest alone; --all has --to FOLDER");
  if (choice.data !== undefined || choice.stage !== undefined)
    throw new UsageError("--all asks a service; give --url and a token instead of --data or --stage");
  const { stdout, stderr, environment } = context;
  const [{ findConnection }, { exportFolders }, { MediaFiles }, { progressOn }] = await Promise.all([
    import("#cli/publish/connection.ts"),
    import("#cli/folder/export-all.ts"),
    import("#cli/folder/media-files.ts"),
    import("#cli/publish/progress.ts"),
  ]);
  const connection = await findConnection(choice, environment);
  using progress = progressOn(stderr);
  try {
    const media = new MediaFiles(connection);
    const result = await exportFolders({
      client: connect(connection),
      media,
      folder: to,
      progress,
      withoutIds,
    });
    const manifest = await writeManifest(
      { ...choice, ...connection },
      context,
      join(to, "site.yaml"),
      (key) => media.fileOf(key),
    );
    const { folders, posts, left, losses } = result;
    const fetched = media.written + manifest.fetched;
    if (manifest.refusal !== undefined) printLines(stderr, [`site.yaml is not written: ${manifest.refusal}`]);
    if (json) {
      printJson(stdout, { ...result, fetched, manifest: manifest.refusal === undefined });
      return 0;
    }
    printVariables(stderr, manifest.variables);
    if (left > 0)
      printLines(stderr, [`Not written: ${left}, below pages to which this token may not add posts.`]);
    printLines(
      stderr,
      losses.map(({ file, lost }) => `${file}:1: The file cannot say ${lost}.`),
    );
    printLines(stdout, [
      ...folders.map(
        ({ folder, parent, source }) =>
          `lectern publish ${inShell(folder)} --parent ${inShell(parent)} --source ${inShell(source)}`,
      ),
      `${counted(posts, "post")}, ${counted(fetched, "file")} fetched`,
    ]);
    return 0;
  } catch (error) {
    throw error instanceof Error && "syscall" in error
      ? new PlainError(`${to} cannot be written (${error.message}); name another folder with --to.`)
      : error;
  }
};

/** Quotes a text so that a shell takes it for one word, whatever a service has sent. */
const inShell = (word: string): string =>
  /^[\w./-]+$/.test(word) ? word : `'${printable(word).replaceAll("'", "'\\''")}'`;

interface WrittenManifest {
  /** Why there is none: this caller may not have it. */
  readonly refusal?: string;
  /** The variables for passwords and secrets. */
  readonly variables: readonly string[];
  /** The number of files that were fetched for it. */
  readonly fetched: number;
}

/** Writes the manifest of the site with its media, if this caller may have it. */
const writeManifest = async (
  choice: SiteChoice,
  context: Parameters<RunAdministration>[1],
  file: string,
  fetchedBefore: (key: string) => string | undefined,
): Promise<WrittenManifest> => {
  await using site = await context.openSite(choice, context);
  try {
    const { manifest, variables, files } = await site.exportSite();
    const fetched = await writeMissingMedia(files, dirname(file), fetchedBefore);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, yamlOf(manifest), { mode: 0o600 });
    return { variables, fetched };
  } catch (error) {
    if (error instanceof ServiceRefusal && error.status === 403)
      return { refusal: error.message, variables: [], fetched: 0 };
    throw error;
  }
};

const printVariables = (terminal: Terminal, variables: readonly string[]): void => {
  if (variables.length === 0) return;
  const explanation =
    "Passwords and secrets are stored as hashes only. The manifest takes them from these variables:";
  printLines(terminal, [explanation, ...variables.map((name) => `  ${name}`)]);
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
