/** A picture by its file, with the texts that Markdown has for it; undefined for one with others. */
export const pictureAsText = (value: unknown): string | undefined => {
  const { file, alt_text: alt = "", caption = "", ...others } = (value ?? {}) as Record<string, unknown>;
  const texts = [alt, caption];
  if (typeof file !== "string" || file === "" || Object.keys(others).length > 0) return undefined;
  if (!texts.every((text) => typeof text === "string" && /^[^\r\n\0]*$/.test(text))) return undefined;
  const title = caption === "" ? "" : ` "${escapedInLink(caption as string)}"`;
  return `![${escapedMarkdown(alt as string)}](${destinationOf(file)}${title})`;
};

/** An image block has no caption, so nothing would read it. */
export const isCaptioned = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "caption" in value && value.caption !== "";

/** A text of which Markdown takes no sign as its own. */
export const escapedMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>&"!~|]/g, "\\$&");

/** A title or an address of a link or picture: in these, an escaped `&` still begins a reference. */
export const escapedInLink = (text: string): string =>
  escapedMarkdown(text).replace(/\\&(?=#?\w+;)/g, "&amp;");

/** A path as an address: ASCII that would end it, or be read as a reference or escape, is encoded. */
const destinationOf = (file: string): string =>
  file.replace(
    /[^\w\-./\u0080-\uffff]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
