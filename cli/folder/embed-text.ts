import type { ExternalEmbedValue } from "#lib/blocks/ready/external-embed-block.ts";

/**
 * An embed as its address on a line of its own; with a title as Obsidian writes it, and with a picture as a
 * picture that is a link, with the title in quotes. `pictureOf` writes a picture.
 */
export const embedText = (
  { url, title, image }: ExternalEmbedValue,
  pictureOf: (image: unknown) => string | undefined,
): string => {
  const address = url.replace(/[\s<>()\\]/g, encodeURIComponent);
  const words = escapedText(title);
  if (image !== null) return `[${pictureOf(image) ?? ""}](${address}${title === "" ? "" : ` "${words}"`})`;
  return title === "" ? url : `![${words}](${address})`;
};

const escapedText = (text: string): string => text.replace(/[\\`*_[\]<>&"!~|]/g, "\\$&");
