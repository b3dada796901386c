import { route } from "./route.ts";

const common = { method: "GET", auth: "public", envelope: "legacy", uses: ["table:read"] } as const;

export const readApiDocs = /* @__PURE__ */ route(() => ({
  ...common,
  id: "api-docs/page",
  path: "/api/docs/",
  summary: "show this API to people",
  answerType: "text/html; charset=utf-8",
}));

export const readApiDocsFile = /* @__PURE__ */ route(() => ({
  ...common,
  id: "api-docs/file",
  path: "/api/docs/{name+}",
  tail: "A script or style sheet of the page, as the page names it. A new version has a new name.",
  summary: "read a file of the page that shows this API",
  answerType: "*/*",
  errors: ["not_found"],
  copies: [
    "node_modules/swagger-ui-dist/swagger-ui.css",
    "node_modules/swagger-ui-dist/swagger-ui-bundle.js",
  ],
}));
