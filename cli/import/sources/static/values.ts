/** What front matter or settings say, by key. */
export type Values = Readonly<Record<string, unknown>>;

/** A text, number or date as text; "" for other values. */
export const valueText = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
};

/** The texts of a list, or of a text that is one. */
export const valueTexts = (value: unknown, separator: RegExp): string[] =>
  (Array.isArray(value) ? value.map(valueText) : valueText(value).split(separator))
    .map((text) => text.trim())
    .filter((text) => text !== "");
