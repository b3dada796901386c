import { route } from "./route.ts";

export const readSiteScript = /* @__PURE__ */ route(() => ({
  id: "site/scripts/read",
  method: "GET",
  path: "/_scripts/{name+}",
  tail: "The script's name, such as `player-0a1b2c3d4e5f.js`, as pages have it. A changed script has a new name.",
  summary: "read a script of the site's pages",
  auth: "public",
  envelope: "legacy",
  answerType: "text/javascript; charset=utf-8",
  errors: ["not_found"],
  uses: ["table:read"],
}));
