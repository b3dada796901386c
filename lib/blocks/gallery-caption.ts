const maxLength = 250;

/** At most 250 code points of plain text (contract#captions). */
export const isCaption = (value: unknown): value is string =>
  typeof value === "string" && (value.length <= maxLength || [...value].length <= maxLength);
