import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import {
  adminCacheControl,
  adminFilesFolder,
  adminFilesPath,
  adminFileType,
  adminHeaders,
  adminPageName,
  adminPath,
  signInAddress,
} from "#lib/admin-files.ts";
import { safetyHeaders } from "#lib/routes/safety-headers.ts";
import type { GatewayAnswer } from "#local/gateway/answer.ts";

/** Takes the place of CloudFront for the admin: answers from the built files, and calls no function. */
export interface AdminServer {
  /** True if the path is below that of the admin. Routes there come first. */
  readonly isAddressed: (path: string) => boolean;
  readonly answer: (request: Pick<IncomingMessage, "method" | "url" | "headers">) => Promise<GatewayAnswer>;
}

/** `uploads` is the origin of the file store, where that is not the service. */
export const adminServer = (uploads?: string): AdminServer => {
  const names = new Set(readdirSync(adminFilesFolder()));
  const files = new Map<string, Promise<BuiltFile>>();
  const fileNamed = (name: string): Promise<BuiltFile> => {
    const file = files.get(name) ?? readBuilt(name);
    files.set(name, file);
    return file;
  };
  const send = async (name: string, { headers, method }: Pick<IncomingMessage, "headers" | "method">) => {
    const { plain, compressed } = await fileNamed(name);
    const isCompressed = /\bgzip\b/.test(String(headers["accept-encoding"]));
    const body = isCompressed ? compressed : plain;
    return {
      status: 200,
      headers: {
        ...(name === adminPageName ? adminHeaders(uploads) : safetyHeaders),
        "content-type": adminFileType(name) ?? "application/octet-stream",
        "cache-control": adminCacheControl(name),
        vary: "Accept-Encoding",
        ...(isCompressed && { "content-encoding": "gzip" }),
        ...(method === "HEAD" && { "content-length": String(body.length) }),
      },
      cookies: [],
      body: method === "HEAD" ? "" : body,
    };
  };
  return {
    isAddressed: (path) => path === adminPath || path.startsWith(`${adminPath}/`),
    answer: async (request) => {
      const { method = "", url = "", headers } = request;
      if (!["GET", "HEAD"].includes(method)) return plain(405, "Method not allowed", { allow: "GET, HEAD" });
      const path = url.replace(/[?#].*/s, "");
      if (path === adminPath) return plain(308, "", { location: `${adminPath}/` });
      if (path.startsWith(`${adminFilesPath}/`)) {
        const name = path.slice(adminFilesPath.length + 1);
        return names.has(name) && name !== adminPageName ? send(name, request) : plain(404, "Not found");
      }
      const isSignedIn = /(?:^|;)\s*sessionid=/.test(String(headers.cookie));
      return isSignedIn ? send(adminPageName, request) : plain(302, "", { location: signInAddress(url) });
    },
  };
};

interface BuiltFile {
  readonly plain: Buffer;
  readonly compressed: Buffer;
}

const compress = promisify(gzip);

/** A file that is asked for the first time: compressed once, because it never changes. */
const readBuilt = async (name: string): Promise<BuiltFile> => {
  const plain = await readFile(join(adminFilesFolder(), name));
  return { plain, compressed: await compress(plain, { level: 9 }) };
};

const plain = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): GatewayAnswer => ({
  status,
  headers: {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    ...safetyHeaders,
    ...headers,
  },
  cookies: [],
  body: body === "" ? "" : `${body}\n`,
});
