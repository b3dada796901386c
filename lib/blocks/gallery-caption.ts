const maxLength = 250;

/**
 * True for a text that can stand below an image: at most 250 code points of plain text (contract#captions).
 */
export const isCaption = (value: unknown): value is string =>
  typeof value === "string" && (value.length <= maxLength || [...value].length <= maxLength);
