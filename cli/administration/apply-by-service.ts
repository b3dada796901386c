import { dirname } from "node:path";
import type * as z from "zod/mini";
import { type Connection, connect, unlikeLectern } from "#cli/publish/client.ts";
import { type ProgressLine, progressOn } from "#cli/publish/progress.ts";
import { type Ledger, newLedger, type Outcome, type RemovableKind } from "#lib/manifest/apply/outcome.ts";
import { ApplyStopped } from "#lib/manifest/apply/run.ts";
import { InvalidManifest, problemLine } from "#lib/manifest/problem.ts";
import { readFileSource, type Source } from "#lib/manifest/read/source.ts";
import { namedFiles, namedVariables, variableIn } from "#lib/manifest/read/written.ts";
import {
  type appliedPart,
  applyManifestPart,
  type manifestApplication,
} from "#lib/routes/administration-manifest.ts";
import { PlainError } from "#local/plain-error.ts";
import { BesideManifest } from "./beside-manifest.ts";
import type { SiteAdministration } from "./site-administration.ts";

type Application = z.output<typeof manifestApplication>;

type Part = z.output<typeof appliedPart>;

/** The number of requests in a row that may do nothing, because others write, before the command gives up. */
const maxIdleParts = 20;

/**
 * Applies files by a service, which works on a manifest in parts: it checks it, asks for the files that it
 * does not have, and then changes one object after the other, as far as one request gets.
 */
export const applyByService =
  (connection: Connection): SiteAdministration["applyFile"] =>
  async (file, { dryRun, prune, environment, stderr, warn }) => {
    const source = await readFileSource(file);
    using progress = progressOn(stderr);
    const { media, texts } = namedFiles(source.value);
    const beside = await BesideManifest.read(dirname(file), { media, texts }, { connection, progress });
    const variables = namedVariables(source.value).flatMap((name) => {
      const value = variableIn(environment, name);
      return value ? [{ name, value }] : [];
    });
    const application = {
      manifest: source.value,
      dry_run: dryRun,
      prune: prune === true ? "made" : prune || "none",
      variables,
    } satisfies Application;
    const ask = asker(connection, file, application, beside);
    // Awaited here, because the line of progress ends on return.
    return await conclude({ file, source, ask, beside, warn, progress, prunes: prune !== false });
  };

const requireSendable = (file: string, body: Application): void => {
  const bytes = Buffer.byteLength(JSON.stringify(body));
  const { bodyBytes: maxBytes } = applyManifestPart.limits;
  if (bytes > maxBytes)
    throw new PlainError(
      `${file} takes ${bytes} bytes to send, and a service takes ${maxBytes}; publish its posts with ` +
        "lectern publish instead, or apply several files.",
    );
};

const asker = (
  connection: Connection,
  file: string,
  application: Application,
  beside: BesideManifest,
): (() => Promise<Part>) => {
  const client = connect(connection);
  let found: string[] = [];
  return async () => {
    const body = { ...application, files: beside.described, found };
    requireSendable(file, body);
    // A repeated part only compares what the first one has done.
    const part = await client(applyManifestPart, { body, isRepeatable: true });
    if (!saysWhy(part)) throw new PlainError(unlikeLectern(connection.url));
    found = part.found;
    return part;
  };
};

/** False of an end without a reason, with which nothing would be printed. */
const saysWhy = ({ state, problems, reasons }: Part): boolean =>
  (state !== "invalid" || problems.length > 0) && (state !== "stopped" || reasons.length > 0);

interface Conversation {
  readonly file: string;
  readonly source: Source;
  readonly ask: () => Promise<Part>;
  readonly beside: BesideManifest;
  readonly warn: Parameters<SiteAdministration["applyFile"]>[1]["warn"];
  readonly progress: ProgressLine;
  readonly prunes: boolean;
}

/** Asks until the application is complete, and joins what all parts did. */
const conclude = async ({
  file,
  source,
  ask,
  beside,
  warn,
  progress,
  prunes,
}: Conversation): Promise<Outcome> => {
  const ledger = newLedger({ prunes });
  let [hasBegun, idle, found] = [false, 0, 0];
  try {
    for (;;) {
      const part = await ask();
      idle = didSomething(part, found) ? 0 : idle + 1;
      found = part.found.length;
      if (idle > maxIdleParts)
        throw new PlainError(
          "The service makes no progress, because others keep changing the site; run the command again later.",
        );
      if (part.state === "files") await beside.send(part.missing);
      if (part.state === "files" || part.state === "checking") continue;
      if (part.state === "invalid") throw problemsOf(part, source, hasBegun ? file : undefined);
      progress.clear();
      if (!hasBegun) for (const { path, message } of part.warnings) warn(source.problemAt(path, message));
      hasBegun = true;
      noteEntries(part, ledger);
      if (part.state === "stopped") throw new PlainError(part.reasons.join("\n"));
      if (part.outcome) return joinedOutcome(part.outcome, ledger);
      const { created, updated, deleted } = ledger.outcome();
      progress.show(`created ${created}, updated ${updated}, deleted ${deleted} so far`);
    }
  } catch (error) {
    throw hasBegun ? new ApplyStopped(error, ledger.outcome()) : error;
  }
};

/** True if the service asked for files, looked into some, or changed something. */
const didSomething = ({ missing, found, created, updated, removed }: Part, foundBefore: number): boolean =>
  found.length > foundBefore || [missing, created, updated, removed].some(({ length }) => length > 0);

const noteEntries = ({ created, updated, removed }: Part, ledger: Ledger): void => {
  for (const thing of created) ledger.note(thing, "created");
  for (const thing of updated) ledger.note(thing, "updated");
  for (const { kind, name } of removed) ledger.noteRemoved(kind as RemovableKind, name);
};

const joinedOutcome = (
  { unchanged, kept, beside, ids, revisions }: NonNullable<Part["outcome"]>,
  ledger: Ledger,
): Outcome => {
  for (const thing of unchanged) ledger.note(thing, "unchanged");
  if (beside) ledger.noteBeside(beside);
  return { ...ledger.outcome(), ...(kept && { kept }), ids: ids as Outcome["ids"], revisions };
};

/** The problems with their lines; if `file` is given, as one error, because something was written already. */
const problemsOf = ({ problems }: Part, source: Source, file: string | undefined): Error => {
  for (const { path, message } of problems) source.report(path, message);
  const all = source.problems();
  return file === undefined
    ? new InvalidManifest(all)
    : new PlainError(all.map((problem) => `${file}:${problemLine(problem)}`).join("\n"));
};
