import { isReservedStart } from "./addresses.ts";
import { type AnyContent, isPostContent } from "./content.ts";

/** Of one post. A publication may change twice as many claims, in one transaction of at most 100 items. */
export const maxAliases = 20;

/** DynamoDB limits keys, which contain an alias, to 1,024 bytes. */
const maxAliasBytes = 1_000;

/**
 * What aliases are compared by: the slugs and other names of a path, decoded, in NFC, joined by slashes.
 * Undefined for names that no alias has, such as those of the service's own addresses.
 */
export const aliasKey = (names: readonly string[]): string | undefined => {
  const key = names.join("/").normalize("NFC");
  const isAlias =
    names.every(isName) && !isReservedStart(names[0] ?? "") && Buffer.byteLength(key) <= maxAliasBytes;
  return isAlias ? key : undefined;
};

/** The key of a path such as `/2019/caf%C3%A9.html`; a slash at its end makes no difference. */
export const keyOfAlias = (alias: string): string | undefined => {
  if (!/^\/(?!\/)[^?#\\]*$/.test(alias)) return undefined;
  const names = alias.slice(1).replace(/\/$/, "").split("/");
  try {
    return alias === "/" ? "" : aliasKey(names.map(decodeURIComponent));
  } catch {
    return undefined;
  }
};

const isName = (name: string): boolean =>
  name !== "" && name !== "." && name !== ".." && !/[/\\\p{Cc}]/u.test(name) && name.isWellFormed();

/** The aliases of a page's content, each address once. */
export const aliasesOf = (content: AnyContent | null | undefined): readonly string[] =>
  (content && isPostContent(content) && content.aliases) || [];

/** The first alias of each address. */
export const distinctAliases = (aliases: readonly string[]): string[] => {
  const addresses = aliases.map(keyOfAlias);
  return aliases.filter((_, index) => addresses.indexOf(addresses[index]) === index);
};
