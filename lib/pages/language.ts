/** The longest tag, in characters. */
export const maxLanguageLength = 35;

/** A language tag (BCP 47) in its usual writing, such as `de-AT` for `de-at`; undefined for another text. */
export const canonicalLanguage = (text: string): string | undefined => {
  try {
    return text.length > maxLanguageLength ? undefined : Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
};

/** What documents say of tags; whether one is well formed depends on more than its characters. */
export const languagePattern = (): string => "^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$";
