import { type Client, type Connection, connect } from "#cli/publish/client.ts";
import { fetchOfService } from "#cli/publish/fetch-of-service.ts";
import { printable } from "#cli/publish/printable.ts";
import { certain } from "#lib/certain.ts";
import { isFileKey } from "#lib/files/file-key.ts";
import { nestedPages } from "#lib/manifest/export/nested-pages.ts";
import { presignExportedFiles, readExport } from "#lib/routes/administration-export.ts";
import { PlainError } from "#local/plain-error.ts";
import type { ExportedSite } from "./site-administration.ts";

type Pages = Parameters<typeof nestedPages>[0][number];

/** The site of a service as a manifest, and its files, over HTTP. */
export const exportService = async (connection: Connection): Promise<ExportedSite> => {
  const client = connect(connection);
  const first = await client(readExport);
  const pages: Pages[] = [...first.pages];
  for (let next = first.next; next !== null; ) {
    const part = await client(readExport, { query: { after: next } });
    pages.push(...part.pages);
    next = part.next;
  }
  requirePlaces(first.files.map(({ path }) => path));
  const { variables } = first;
  const fetchFile = fetchOfService(connection);
  const addresses = addressesOf(
    client,
    first.files.map(({ key }) => key),
  );
  return {
    manifest: { ...first.manifest, pages: nestedPages(pages) },
    variables,
    files: first.files.map(({ path, key, size }, index) => ({
      ...{ path, key, sizeBytes: size },
      read: async () => contentAt(fetchFile(new URL(await addresses(index), connection.url)), key),
    })),
  };
};

/** The service says where files go: below the folder, and no two at one place. */
const requirePlaces = (paths: readonly string[]): void => {
  const taken = new Set<string>();
  for (const path of paths) {
    const place = path.toLowerCase();
    if (!isFileKey(path) || path.includes("\\") || taken.has(place))
      throw new PlainError(
        `The service names a file ${printable(path)}, whose name is not valid here, or is taken by another file.`,
      );
    taken.add(place);
  }
};

/** So few that their addresses stay valid until they are read. */
const filesAtATime = 20;

/** Gives the address of a file by its position, and asks for those of its neighbours with it. */
const addressesOf = (client: Client, keys: readonly string[]) => {
  const asked = new Map<number, Promise<{ readonly urls: readonly string[] }>>();
  return async (index: number): Promise<string> => {
    const batch = Math.floor(index / filesAtATime);
    const some = keys.slice(batch * filesAtATime, (batch + 1) * filesAtATime);
    const answer = asked.get(batch) ?? client(presignExportedFiles, { body: { keys: some } });
    asked.set(batch, answer);
    return certain((await answer).urls[index % filesAtATime]);
  };
};

async function* wholeBody(body: AsyncIterable<Uint8Array>, key: string): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw new PlainError(`The file ${key} broke off (${(error as Error).message}); run the command again.`);
  }
}

/** An address is signed, so no message names it. */
const contentAt = async (asked: Promise<Response>, key: string): Promise<AsyncIterable<Uint8Array>> => {
  const answer = await asked.catch((error: Error) => {
    throw new PlainError(`The file ${key} cannot be read (${error.message}); run the command again.`);
  });
  if (answer.ok && answer.body) return wholeBody(answer.body, key);
  await answer.body?.cancel();
  throw new PlainError(
    `The file ${key} cannot be read (${answer.status}); \`lectern files verify\` lists all that are missing or damaged.`,
  );
};
