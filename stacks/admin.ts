/// <reference path="../.sst/platform/config.d.ts" />
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import {
  adminFilesFolder,
  adminHeaders,
  adminObject,
  adminPageName,
  adminPath,
  signInAddress,
} from "#lib/admin-files.ts";
import { routes } from "#lib/routes/table.ts";
import type { DeploymentSettings } from "./settings.ts";
import type { Storage } from "./storage.ts";

/** The key of the page for all addresses of the admin. */
const pageKey = adminObject(adminPageName).key;

/**
 * Puts the files of the admin into the bucket, compressed as every browser takes them over HTTPS. Those of
 * earlier releases stay: a page that is open loads more of them.
 */
export const createAdminFiles = (bucket: Storage["bucket"]): void => {
  for (const { name, isPage, key, contentType, cacheControl } of readdirSync(adminFilesFolder()).map(
    adminObject,
  ))
    new aws.s3.BucketObjectv2(
      `Admin${name.replace(/\W+/g, "")}`,
      {
        ...{ bucket: bucket.name, key, contentType, cacheControl },
        contentBase64: brotliCompressSync(readFileSync(join(adminFilesFolder(), name))).toString("base64"),
        contentEncoding: "br",
      },
      { retainOnDelete: !isPage },
    );
};

/** The paths below that of the admin which functions answer. */
export const functionPathsOfAdmin = (): readonly string[] => [
  ...new Set(
    routes
      .flatMap(({ path, aliases }) => [path, ...aliases])
      .filter((path) => path.startsWith(`${adminPath}/`))
      .map((path) => `${path.replace(/\{\w+\}/g, "*").replace(/\/$/, "")}*`),
  ),
];

/**
 * CloudFront's function before the admin's page is taken from the bucket: strangers are sent to sign in, and
 * every address is that of the page. It only looks whether there is a session's cookie: what that session may
 * see, the API decides.
 */
export const adminRequestCode = (): string => `function handler(event) {
  const request = event.request;
  if (request.cookies.sessionid) {
    request.uri = ${JSON.stringify(`/${pageKey}`)};
    return request;
  }
  const query = Object.keys(request.querystring).map((name) => {
    const given = request.querystring[name];
    const values = given.multiValue ? given.multiValue.map((each) => each.value) : [given.value];
    return values.map((value) => name + "=" + value).join("&");
  }).join("&");
  const target = request.uri + (query ? "?" + query : "");
  return {
    statusCode: 302,
    statusDescription: "Found",
    headers: {
      location: { value: ${JSON.stringify(signInAddress(""))} + encodeURIComponent(target) },
      "cache-control": { value: "no-store" },
    },
  };
}`;

/**
 * CloudFront's function after that: the headers that `local/admin-server.ts` sends with the page. An account
 * may have more functions than header policies. `uploads` is the origin of the bucket.
 */
export const adminResponseCode = (
  uploads: string,
  { hstsSubdomains }: Pick<DeploymentSettings, "hstsSubdomains">,
): string => {
  const strict = `max-age=31536000${hstsSubdomains ? "; includeSubDomains" : ""}`;
  const headers = { "strict-transport-security": strict, ...adminHeaders(uploads) };
  const values = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));
  return `const headers = ${JSON.stringify(values)};

function handler(event) {
  const response = event.response;
  for (const name of Object.keys(headers)) response.headers[name] = headers[name];
  return response;
}`;
};
