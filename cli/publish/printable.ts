/** Control characters, those that turn the direction of text, and what a name becomes that is not UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for.
const pattern = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufffd]/;

export const unprintable = (text: string): boolean => pattern.test(text);

/** The text with such characters as `\u001b`, for a terminal or a log. */
export const printable = (text: string): string =>
  text.replace(new RegExp(pattern, "g"), (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
