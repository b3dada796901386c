/** The longest slug, title and SEO title, in code points. */
export const maxTitleLength = 255;

/** DynamoDB limits keys, which contain a slug, to 1,024 bytes. */
const maxSlugBytes = 1_000;

/** Browsers make slugs, too, and have no buffers. */
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * The slug of a title; empty if no character can be in one. Only ASCII remains; a title with letters of other
 * scripts only keeps them (contract#slug-from-title).
 */
export const slugFromTitle = (title: string): string =>
  slugOf(title.normalize("NFKD").replace(/[^\p{ASCII}]/gu, ""), /[^a-z0-9_\s-]/g) || unicodeSlugOf(title);

/** The slug of a tag, with letters of any script; `tag` if it would be empty (contract#tag-slugs). */
export const slugFromTag = (name: string): string => unicodeSlugOf(name) || "tag";

const unicodeSlugOf = (text: string): string => slugOf(text.normalize("NFKC"), /[^\p{L}\p{M}\p{N}_\s-]/gu);

/** NFC, in which slugs are stored, compared and shown. */
export const comparedSlug = (slug: string): string => slug.normalize("NFC");

/** The slug with `-2`, `-3` …, cut where it would be too long; the first is the slug itself. */
export const numberedSlug = (slug: string, number: number): string => {
  if (number === 1) return slug;
  const ending = `-${number}`;
  const kept = [...slug].slice(0, maxTitleLength - ending.length);
  while (bytesOf(kept.join("") + ending) > maxSlugBytes) kept.pop();
  return kept.join("") + ending;
};

const slugOf = (text: string, dropped: RegExp): string => {
  const kept = text
    .toLowerCase()
    .replace(dropped, "")
    .trim()
    .replace(/[-\s]+/g, "-");
  const cut = [...kept].slice(0, maxTitleLength);
  while (bytesOf(cut.join("")) > maxSlugBytes) cut.pop();
  return comparedSlug(cut.join("").replace(/^[-_]+|[-_]+$/g, ""));
};

const slugGrammar = /^(?:[\p{L}\p{M}\p{N}_]|-)+$/u;

/** What documents and forms say of slugs, as a regular expression with Unicode. */
export const slugPattern = (): string => slugGrammar.source;

/** True for letters of any script, digits, `_` and `-`, at most 1,000 bytes of them. Case counts. */
export const isSlug = (text: string): boolean => slugGrammar.test(text) && bytesOf(text) <= maxSlugBytes;

/** True for texts that may be some page's slug. Others are nobody's, and may be too long to be looked up. */
export const mayBeSlug = (text: string): boolean => isSlug(text) && [...text].length <= maxTitleLength;

/** The slugs of tags with similar names, by name, in the order of their first use. */
export type TagFamily = ReadonlyMap<string, string>;

/** The most names of a family; they take at most 200 KB. */
const maxNumbered = 200;

/** The slug without numbers at its end, so that no two families compete for a slug. */
export const tagFamilyOf = (name: string): string => slugFromTag(name).replace(/(_[0-9]+)+$/, "");

/** Adds new names: each gets its slug, or the first free one of `slug_1` … (contract#tag-slugs). */
export const joinTagFamily = (family: TagFamily, names: readonly string[]): TagFamily => {
  const joined = new Map(family);
  const taken = new Set(family.values());
  for (const name of names) {
    if (joined.has(name) || joined.size >= maxNumbered) continue;
    const slug = freeSlug(slugFromTag(name), taken);
    joined.set(name, slug);
    taken.add(slug);
  }
  return joined;
};

const freeSlug = (slug: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(slug)) return slug;
  let number = 1;
  while (taken.has(`${slug}_${number}`)) number++;
  return `${slug}_${number}`;
};

/** The longest GUID, in code points. */
export const maxGuidLength = 512;

const guidGrammar = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u;

/** What documents and forms say of GUIDs. */
export const guidPattern = (): string => guidGrammar.source;

/** True for a text without control characters and others that nobody sees, which programs compare by. */
export const isGuid = (text: string): boolean => text.isWellFormed() && guidGrammar.test(text);
