/** What a route promises whose answers anybody may keep and must ask about again. */
export const revalidated = {
  headers: { "If-None-Match": "ETags of the copies at hand." },
  alsoAnswers: { 304: "The copy at hand is current." },
} as const;
