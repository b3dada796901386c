/** The longest slug, title and SEO title, in code points. */
export const maxTitleLength = 255;

/** A slug is part of a key, and a key of DynamoDB ends at 1,024 bytes. */
const maxSlugBytes = 1_000;

/**
 * The slug that a title stands for; empty when nothing of it can stand in a slug. Accents go by compatibility
 * decomposition, other characters than ASCII letters, digits, `_` and `-` are dropped; a title that has only
 * letters of other scripts keeps them (contract#slug-from-title).
 */
export const slugFromTitle = (title: string): string =>
  slugOf(title.normalize("NFKD").replace(/[^\p{ASCII}]/gu, ""), /[^a-z0-9_\s-]/g) || unicodeSlugOf(title);

/**
 * The slug that a tag's name stands for, in letters of any script; `tag` when nothing of it can stand in a
 * slug (contract#tag-slugs).
 */
export const slugFromTag = (name: string): string => unicodeSlugOf(name) || "tag";

const unicodeSlugOf = (text: string): string => slugOf(text.normalize("NFKC"), /[^\p{L}\p{M}\p{N}_\s-]/gu);

/** A slug as it is stored, compared and shown: in NFC, so that one word has one spelling. */
export const comparedSlug = (slug: string): string => slug.normalize("NFC");

const slugOf = (text: string, dropped: RegExp): string => {
  const kept = text
    .toLowerCase()
    .replace(dropped, "")
    .trim()
    .replace(/[-\s]+/g, "-");
  const cut = [...kept].slice(0, maxTitleLength);
  while (Buffer.byteLength(cut.join("")) > maxSlugBytes) cut.pop();
  return comparedSlug(cut.join("").replace(/^[-_]+|[-_]+$/g, ""));
};

/** True for letters of any script, digits, `_` and `-`, at most 1,000 bytes of them. Case counts. */
export const isSlug = (text: string): boolean =>
  /^[\p{L}\p{M}\p{N}_-]+$/u.test(text) && Buffer.byteLength(text) <= maxSlugBytes;
