import { fieldsInFiles } from "./file-fields.ts";

/**
 * What `source.digest` says of the last save of a source: digests of the fields that the file has set, which
 * optional fields these are, and the revision that was the latest before; 0 for a new post.
 */
export interface SentDigest {
  /** Digest of all fields but the slug, which a renamed file changes. */
  readonly content: string;
  readonly slug: string;
  /** A bit for each optional field. */
  readonly optional: number;
  readonly base: number;
  /** Digest of the fields with ids, where `content` has names of files and seasons. */
  readonly ids?: string | undefined;
}

/** The bit of the text above `<!--more-->`. */
export const overviewBit = 10;

/**
 * The fields that stay as they are if the file does not say them, with their bits. Every save says the
 * others.
 */
const optionalBits: ReadonlyMap<string, number> = new Map([
  ...Object.entries(fieldsInFiles).flatMap(([name, { digestBit }]): [string, number][] =>
    digestBit === undefined ? [] : [[name, 1 << digestBit]],
  ),
  ["overview", 1 << overviewBit],
]);

/** The bits of the optional fields that these fields have. */
export const optionalIn = (fields: Readonly<Record<string, unknown>>): number =>
  [...optionalBits].reduce((bits, [name, bit]) => (fields[name] === undefined ? bits : bits | bit), 0);

/** The optional fields with these bits. */
export const optionalFields = (bits: number): readonly string[] =>
  [...optionalBits].flatMap(([name, bit]) => (bits & bit ? [name] : []));

export const writeDigest = ({ content, slug, optional, base, ids }: SentDigest): string =>
  ["1", content, slug, optional.toString(36), base, ...(ids === undefined ? [] : [ids])].join(".");

/** Reads a digest; undefined for one of another client or version. */
export const readDigest = (text: string): SentDigest | undefined => {
  const parts = /^1\.([\w-]{22})\.([\w-]{8})\.([0-9a-z]+)\.(\d+)(?:\.([\w-]{22}))?$/.exec(text);
  if (!parts) return undefined;
  const [, content = "", slug = "", optional = "", base, ids] = parts;
  return { content, slug, optional: Number.parseInt(optional, 36), base: Number(base), ids };
};

/** The optional fields that this folder, or a file by itself, said when the page was saved last. */
export const fieldsSentBy = (
  origin: { readonly name: string } | undefined,
  source: { readonly name: string; readonly digest: string } | undefined,
): readonly string[] => {
  const isOwn = source !== undefined && (!origin || origin.name === source.name);
  const sent = isOwn ? readDigest(source.digest) : undefined;
  return sent ? optionalFields(sent.optional) : [];
};
