/** The longest tag, in characters. */
const maxTagLength = 100;

/** The most tags that a media object or a post has. */
export const maxTags = 200;

/** The tags that a text names, or what is wrong with it in a sentence. */
export type NamedTags = { readonly tags: readonly string[] } | { readonly problem: string };

/**
 * The tags in a text such as `birds, "low water, high water", night`: split at commas where one stands
 * outside of quotes, else at blanks; what double quotes enclose is one tag. Sorted, exact repeats merged,
 * case kept. A tag has at most 100 characters, a text at most 200 tags (contract#upload-tags).
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

/** What stands for a quoted tag in the text around it: a character that the text itself cannot have. */
const boundary = "\0";

const separatorIn = (loose: string): RegExp => (loose.includes(",") ? /,/ : /\s+/);
