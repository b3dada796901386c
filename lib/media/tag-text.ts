/** The longest tag, in characters. */
export const maxTagLength = 100;

/** The limit of a media object or a post. */
export const maxTags = 200;

export type NamedTags = { readonly tags: readonly string[] } | { readonly problem: string };

/**
 * The tags in a text such as `birds, "low water, high water", night`: split at commas if there is one outside
 * of quotes, else at blanks. Sorted, without repeats, case kept (contract#upload-tags).
 */
export const tagsIn = (text: string): NamedTags => {
  const quoted: string[] = [];
  const loose = text.replace(/"([^"]*)"/g, (_, tag: string) => {
    quoted.push(tag);
    return boundary;
  });
  const parts = loose.split(boundary).flatMap((part) => part.replaceAll('"', "").split(separatorIn(loose)));
  const tags = [...new Set([...quoted, ...parts].map((tag) => tag.trim()))]
    .filter((tag) => tag !== "")
    .sort();
  const tooLong = tags.find((tag) => [...tag].length > maxTagLength);
  if (tooLong !== undefined)
    return { problem: `The tag ${tooLong.slice(0, 30)}… has more than ${maxTagLength} characters.` };
  return tags.length > maxTags ? { problem: `There are more than ${maxTags} tags.` } : { tags };
};

/** Replaces a quoted tag in the text: a character that cannot occur there. */
const boundary = "\0";

const separatorIn = (loose: string): RegExp => (loose.includes(",") ? /,/ : /\s+/);
