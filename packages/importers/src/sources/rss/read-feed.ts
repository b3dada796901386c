import type { Imported } from "#importers/imported.ts";
import { type ImportNote, NotePlace } from "#importers/notes.ts";
import { readXmlFeed } from "#importers/reading/xml.ts";
import type { SiteKind } from "../recordings.ts";
import { readAtom } from "./atom.ts";
import { readJsonFeed } from "./json-feed.ts";
import { readRss } from "./rss.ts";

/** Reads a feed in RSS, Atom or JSON Feed. `address` is where it was fetched, if it was. */
export const readFeedOf = async (
  name: string,
  lines: AsyncIterable<string>,
  { address, kind }: { readonly address: string | undefined; readonly kind: SiteKind | undefined },
): Promise<Imported> => {
  const notes: ImportNote[] = [];
  const file = new NotePlace(notes, name);
  const source = { address, kind, notes };
  const { isJson, all } = await begun(lines);
  if (isJson) return readJsonFeed(all, file, source);
  const feed = await readXmlFeed(all, file, ["rss", "atom"]);
  return feed.form === "atom" ? readAtom(feed, file, source) : readRss(feed, file, source);
};

/** Looks at the first line that says something. */
const begun = async (lines: AsyncIterable<string>) => {
  const iterator = lines[Symbol.asyncIterator]();
  const read: string[] = [];
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    read.push(next.value);
    if (next.value.trim() !== "") break;
  }
  const all = async function* (): AsyncGenerator<string> {
    yield* read;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  return { isJson: /^\uFEFF?\s*\{/.test(read.at(-1) ?? ""), all: all() };
};
