/** For routes whose answers anybody may keep and must revalidate. */
export const revalidated = {
  headers: { "If-None-Match": "ETags of the copies at hand." },
  alsoAnswers: { 304: "The copy at hand is current." },
} as const;
