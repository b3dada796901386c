import { stylesOf } from "./styles.ts";

/** Lists as Word writes them: paragraphs that name their list and level in a style, with the sign as text. */

export interface WordItem {
  readonly level: number;
  readonly list: string;
  readonly isOrdered: boolean;
  readonly start: number;
}

/** What a paragraph says of itself as an item; undefined if it is none. */
export const wordItem = (element: Element): WordItem | undefined => {
  const written = stylesOf(element).get("mso-list");
  const [, list, level] = /(l\d+) level(\d+)/.exec(written ?? "") ?? [];
  if (list === undefined) return undefined;
  const sign = [...element.querySelectorAll("span")].find((span) => isSign(span))?.textContent?.trim() ?? "";
  const number = /^(\d+)[.)]$/.exec(sign)?.[1];
  return {
    level: Number(level),
    list,
    isOrdered: /^\(?\w{1,4}[.)]/.test(sign) && !/^o\s*$/.test(sign),
    start: Number(number ?? 1),
  };
};

/** True for the sign of an item, which is not part of its text. */
export const isSign = (element: Element): boolean => stylesOf(element).get("mso-list") === "ignore";
