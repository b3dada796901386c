// Generated from browser/ by `npm run scripts`.

/** The names of the scripts, which change with their texts. */
export const scriptNames = {
  player: "player-969c6d835909.js",
  gallery: "gallery-ebc5aa8b1002.js",
  embeds: "embeds-be28babc71cb.js",
  search: "search-91b3b82a729a.js",
  filters: "filters-75579c5e43ec.js",
  "api-docs": "api-docs-f765be61b421.js",
} as const;
