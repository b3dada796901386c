import { fileURLToPath } from "node:url";
import { safetyHeaders } from "#lib/routes/safety-headers.ts";

/** Below this path people write, look after media and administer: a page for all addresses, and files. */
export const adminPath = "/cms";

/** Where the files of that page are; their names change with every byte. */
export const adminFilesPath = `${adminPath}/files`;

/** The page for all other addresses. */
export const adminPageName = "index.html";

/** The folder of the built files. */
export const adminFilesFolder = (): string =>
  fileURLToPath(new URL("../browser/admin/built", import.meta.url));

/** The type of a built file, by its name. */
export const adminFileType = (name: string): string | undefined =>
  Object.entries(types).find(([end]) => name.endsWith(end))?.[1];

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

export const adminCacheControl = (name: string): string =>
  name === adminPageName ? "no-cache" : "public, max-age=31536000, immutable";

/** A built file as the bucket has it. */
export const adminObject = (name: string) => {
  const isPage = name === adminPageName;
  return {
    name,
    isPage,
    key: `${(isPage ? adminPath : adminFilesPath).slice(1)}/${name}`,
    contentType: adminFileType(name) ?? "application/octet-stream",
    cacheControl: adminCacheControl(name),
  };
};

/** The headers of the page. Uploads go to `uploads`, the origin of the file store, if that is another one. */
export const adminHeaders = (uploads?: string): Readonly<Record<string, string>> => ({
  ...safetyHeaders,
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self'${uploads ? ` ${uploads}` : ""}`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
});

/** Where strangers are sent from an address below {@link adminPath}. */
export const signInAddress = (target: string): string =>
  `/accounts/login/?next=${encodeURIComponent(target)}`;
