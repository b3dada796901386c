import { scriptNames } from "#lib/themes/script-names.ts";
import packageFile from "../../package.json" with { type: "json" };

const version = packageFile.dependencies["swagger-ui-dist"];

/** The files of Swagger UI that the page loads, by the names under which they are served. */
export const docsFiles: Readonly<Record<string, { readonly module: string; readonly type: string }>> = {
  [`swagger-ui-${version}.css`]: {
    module: "swagger-ui-dist/swagger-ui.css",
    type: "text/css; charset=utf-8",
  },
  [`swagger-ui-${version}.js`]: {
    module: "swagger-ui-dist/swagger-ui-bundle.js",
    type: "text/javascript; charset=utf-8",
  },
};

/**
 * Keeps a long name, its description and its button off one line, where Swagger UI puts them in a narrow
 * window.
 */
const styles = `@media (max-width: 640px) {
.swagger-ui .opblock-tag { flex-wrap: wrap; font-size: 20px }
.swagger-ui .opblock-tag > a { flex: 1; min-width: 0; overflow-wrap: anywhere }
.swagger-ui .opblock-tag small { flex: 1 0 100%; order: 1 }
}`;

/** A page that shows the OpenAPI document, and loads nothing from elsewhere (decision 005). */
export const docsPage = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>The API of this site</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui-${version}.css">
<style>${styles}</style>
<script defer src="/api/docs/swagger-ui-${version}.js"></script>
<script type="module" src="/_scripts/${scriptNames["api-docs"]}"></script>
</head>
<body>
<main id="api"><noscript><p>This page needs JavaScript. The same is in <a href="/api/openapi.json">openapi.json</a>.</p></noscript></main>
</body>
</html>
`;

/** Swagger UI writes style attributes, and its icons are data. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
