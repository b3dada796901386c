import { type Connection, connect, ServiceRefusal } from "#cli/publish/client.ts";
import { findConnection } from "#cli/publish/connection.ts";
import type { Terminal } from "#cli/publish/progress.ts";
import { findCollection } from "#cli/upload/collection.ts";
import { type CreatedMedia, createMedia } from "#cli/upload/create-media.ts";
import { type Meter, meterOn } from "#cli/upload/meter.ts";
import { parseUploadOptions, type UploadOptions } from "#cli/upload/options.ts";
import { sendFile } from "#cli/upload/send-file.ts";
import { findSource, type UploadSource } from "#cli/upload/source.ts";
import { withoutPoster } from "#cli/upload/without-poster.ts";
import type { RetryOptions } from "#client/send.ts";
import { PlainError } from "#local/plain-error.ts";
import { printJson, printLines, type RunCommand } from "./output.ts";

/** The service asks for waits of 5 s; the lock of an upload that was killed lasts 29 s. */
const attemptsPastLock = 8;

/**
 * `lectern upload`: sends files in parts and stores them as media, again only what is missing. Exits with 0
 * if all files are stored, 1 if one was refused or the service cannot be reached, 2 if nothing was sent.
 */
export const upload: RunCommand = async (args, { environment, stdout, stderr }) => {
  const options = parseUploadOptions(args);
  const sources: UploadSource[] = [];
  for (const file of options.files) sources.push(await findSource(file, options.kind));
  const connection = await findConnection(options, environment);

  const results: Result[] = [];
  for (const source of sources) {
    const result = await uploadOne(source, options, connection, stderr);
    results.push(result);
    if (!options.json) printResult(result, stdout, stderr);
  }
  if (options.json) printJson(stdout, { results });
  return results.some(({ errors }) => errors.length > 0) ? 1 : 0;
};

interface Result {
  readonly file: string;
  readonly kind: UploadSource["kind"];
  readonly id: number | null;
  /** Site-relative. */
  readonly url: string | null;
  readonly errors: readonly string[];
}

const uploadOne = async (
  source: UploadSource,
  options: UploadOptions,
  connection: Connection,
  terminal: Terminal,
): Promise<Result> => {
  const { file, kind } = source;
  using meter = meterOn(terminal, source);
  const retries: RetryOptions = {
    attempts: attemptsPastLock,
    onWait: (reason, waitMs) => meter.say(`waiting ${Math.ceil(waitMs / 1000)} s: ${reason}`),
  };
  try {
    const { id, url, lacksPoster } = await sendAndStore(connection, source, options, { meter, retries });
    if (lacksPoster) meter.tell(withoutPoster);
    return { file, kind, id, url, errors: [] };
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return { file, kind, id: null, url: null, errors: errorsOf(error) };
  }
};

const sendAndStore = async (
  connection: Connection,
  source: UploadSource,
  { title, collection, tags }: UploadOptions,
  { meter, retries }: { readonly meter: Meter; readonly retries: RetryOptions },
): Promise<CreatedMedia> => {
  const client = connect(connection, retries);
  const collectionId = await findCollection(client, source.kind, collection);
  const uploadId = await sendFile(connection, source, meter, retries);
  meter.say("storing it");
  return createMedia(client, uploadId, source, { title, collectionId, tags });
};

const errorsOf = (error: PlainError): readonly string[] =>
  error instanceof ServiceRefusal && error.problems.length > 0
    ? error.problems.map(({ path, message }) => `${path}: ${message}`)
    : [error.message];

const printResult = ({ file, kind, id, url, errors }: Result, stdout: Terminal, stderr: Terminal): void => {
  printLines(
    stderr,
    errors.map((error) => `${file}: ${error}`),
  );
  if (id !== null) printLines(stdout, [`stored  ${kind} ${id}  ${url}  ${file}`]);
};
