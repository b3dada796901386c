import { de } from "./de.ts";
import { en, type Texts } from "./en.ts";

const languages: Readonly<Record<string, Texts>> = { en, de };

/** The language of the browser that there is, else English. */
export const language =
  navigator.languages.map((tag) => tag.split("-")[0] ?? "").find((tag) => Object.hasOwn(languages, tag)) ??
  "en";

export const texts: Texts = languages[language] ?? en;

/** Texts that a section has for itself, in the language of all others. */
export const inLanguage = <Words>(words: Readonly<Record<"en" | "de", Words>>): Words =>
  language === "de" ? words.de : words.en;
