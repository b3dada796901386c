/** The languages whose words a search can compare by their stems, by their codes (ISO 639-1). */
export const stemmingLanguages = [
  ...(["da", "de", "en", "es", "fi", "fr", "hu"] as const),
  ...(["it", "nl", "no", "pt", "ro", "ru", "sv"] as const),
] as const;

export type StemmingLanguage = (typeof stemmingLanguages)[number];

/** Both written forms of Norwegian have one stemmer. */
const others: Readonly<Record<string, StemmingLanguage>> = { nb: "no", nn: "no" };

/** The languages of these tags, such as `de-AT`, each once; those without a stemmer are left out. */
export const stemmingLanguagesOf = (tags: Iterable<string>): readonly StemmingLanguage[] => {
  const languages = Array.from(tags, (tag) => {
    const [code = ""] = tag.toLowerCase().split(/[-_]/);
    return others[code] ?? stemmingLanguages.find((language) => language === code);
  });
  return [...new Set(languages.filter((language) => language !== undefined))];
};
