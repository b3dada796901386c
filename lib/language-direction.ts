import { cached } from "./cached.ts";

const rightToLeftScripts = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]);

const directions = new Map<string, boolean>();

/** Decides by the script in which the language is written: `az-Arab` is, `az` is not. */
export const isRightToLeft = (locale: string): boolean =>
  cached(directions, 20, locale, () => {
    try {
      return rightToLeftScripts.has(new Intl.Locale(locale).maximize().script ?? "");
    } catch {
      return false;
    }
  });
