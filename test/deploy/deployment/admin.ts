import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { adminFilesFolder, adminHeaders } from "#lib/admin-files.ts";
import { routes } from "#lib/routes/table.ts";
import { adminServer } from "#local/admin-server.ts";
import { runCloudFrontFunction } from "../cloudfront-function.ts";
import { inputsNamed, inputsOf, only } from "./resources.ts";
import { production, trial } from "./stages.ts";

describe("the admin", () => {
  const behaviours = (): { pathPattern: string; targetOriginId: string; functionAssociations?: object[] }[] =>
    only(trial, "aws:cloudfront/distribution:Distribution").orderedCacheBehaviors;
  /** The behaviour of a path: the first whose pattern matches. */
  const behaviourOf = (path: string) =>
    behaviours().find(({ pathPattern }) =>
      new RegExp(`^${pathPattern.replaceAll(/[.?]/g, "\\$&").replaceAll("*", ".*")}$`).test(path),
    );

  test("is in the bucket, compressed, with the headers of one machine", async () => {
    const uploaded = inputsOf(trial, "aws:s3/bucketObjectv2:BucketObjectv2").filter(({ key }) =>
      String(key).startsWith("cms/"),
    );
    const names = readdirSync(adminFilesFolder());
    expect(uploaded.map(({ key }) => key).sort()).toEqual(
      names.map((name) => (name === "index.html" ? "cms/index.html" : `cms/files/${name}`)).sort(),
    );
    for (const { key, contentBase64, contentEncoding, contentType, cacheControl } of uploaded) {
      const name = String(key).replace(/^.*\//, "");
      const bytes = brotliDecompressSync(Buffer.from(contentBase64, "base64"));
      expect(bytes.equals(readFileSync(join(adminFilesFolder(), name)))).toBe(true);
      expect(contentEncoding).toBe("br");
      const url = name === "index.html" ? "/cms/" : `/cms/files/${name}`;
      const { headers } = await adminServer().answer({
        method: "GET",
        url,
        headers: { cookie: "sessionid=x" },
      });
      expect([headers["content-type"], headers["cache-control"]]).toEqual([contentType, cacheControl]);
    }
  });

  test("is answered by CloudFront and the bucket, but for the pages of functions", () => {
    for (const path of ["/cms", "/cms/", "/cms/pages/", "/cms/pages/12/edit/", "/cms/files/a.js"])
      expect(behaviourOf(path)?.targetOriginId, path).toBe("bucket");
    for (const { path } of routes.filter((route) => route.path.startsWith("/cms/"))) {
      const address = path.replace(/\{\w+\}/g, "12");
      expect(behaviourOf(address)?.targetOriginId, address).toBe("api");
      expect(behaviourOf(address.replace(/\/$/, ""))?.targetOriginId, address).toBe("api");
    }
    expect(behaviourOf("/cms-notes/")).toBeUndefined();
    expect(behaviourOf("/cms/files/a.js")?.functionAssociations).toBeUndefined();
  });

  const atRequest = (uri: string, cookies: object, querystring: object = {}) =>
    runCloudFrontFunction(inputsNamed(trial, "WebAdminRequest").code, {
      request: { method: "GET", uri, headers: {}, cookies, querystring },
    }).outcome;

  test("sends strangers to sign in, as one machine does, and everybody else the page", async () => {
    const { statusCode, headers } = atRequest("/cms/pages/", {}, { state: { value: "draft" } });
    const local = await adminServer().answer({ method: "GET", url: "/cms/pages/?state=draft", headers: {} });
    expect([statusCode, headers.location.value]).toEqual([local.status, local.headers.location]);
    for (const uri of ["/cms/", "/cms/pages/12/edit/"])
      expect(atRequest(uri, { sessionid: { value: "secret" } })).toMatchObject({ uri: "/cms/index.html" });
  });

  test("has the headers of one machine, and sends uploads to the bucket only", () => {
    for (const [deployment, strict] of [
      [trial, "max-age=31536000"],
      [production, "max-age=31536000; includeSubDomains"],
    ] as const) {
      const { code } = inputsNamed(deployment, "WebAdminResponse");
      const { outcome } = runCloudFrontFunction(code, { response: { headers: { etag: { value: '"a"' } } } });
      const origin = /connect-src 'self' (\S+);/.exec(outcome.headers["content-security-policy"].value)?.[1];
      expect(origin).toMatch(/^https:\/\//);
      expect(outcome.headers).toEqual({
        etag: { value: '"a"' },
        "strict-transport-security": { value: strict },
        ...Object.fromEntries(Object.entries(adminHeaders(origin)).map(([name, value]) => [name, { value }])),
      });
    }
  });
});
