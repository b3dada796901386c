import { sign, verify } from "node:crypto";
import vm from "node:vm";
import { describe, expect, test } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { feedServer } from "#local/feed-server.ts";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import { inputsNamed, inputsOf, only } from "./resources.ts";
import { elsewhere, trial } from "./stages.ts";

describe("files of media", () => {
  const distribution = () => only(trial, "aws:cloudfront/distribution:Distribution");

  test("come from the bucket to those who have an address that the stage's key has signed", () => {
    const [open, restricted] = distribution().orderedCacheBehaviors;
    const signed = {
      targetOriginId: "bucket",
      viewerProtocolPolicy: "redirect-to-https",
      allowedMethods: ["GET", "HEAD"],
      compress: false,
      trustedKeyGroups: ["DownloadKeys-id"],
      responseHeadersPolicyId: "WebFilesHeaders-id",
    };
    expect(open).toMatchObject({
      ...signed,
      pathPattern: "/_files/public/*",
      cachePolicyId: "WebFilesCache-id",
    });
    expect(restricted).toMatchObject({
      ...signed,
      pathPattern: "/_files/restricted/*",
      cachePolicyId: "WebRestrictedFilesCache-id",
    });
  });

  test("are kept once for everybody, public ones for a year, restricted ones for five minutes", () => {
    const year = 31_536_000;
    expect(inputsNamed(trial, "WebFilesCache")).toMatchObject({ minTtl: 0, defaultTtl: year, maxTtl: year });
    expect(inputsNamed(trial, "WebRestrictedFilesCache")).toMatchObject({
      minTtl: 300,
      defaultTtl: 300,
      maxTtl: 300,
    });
    for (const policy of ["WebFilesCache", "WebRestrictedFilesCache"])
      expect(inputsNamed(trial, policy).parametersInCacheKeyAndForwardedToOrigin).toMatchObject({
        cookiesConfig: { cookieBehavior: "none" },
        headersConfig: { headerBehavior: "none" },
        queryStringsConfig: {
          queryStringBehavior: "whitelist",
          queryStrings: {
            items: ["response-content-type", "response-content-disposition", "response-cache-control"],
          },
        },
      });
  });

  test("carry nosniff and the policy of files, of whatever type and status they are", () => {
    expect(inputsNamed(trial, "WebFilesHeaders").securityHeadersConfig).toMatchObject({
      contentTypeOptions: { override: true },
      contentSecurityPolicy: {
        contentSecurityPolicy: expect.stringMatching(
          /^default-src 'none';.*; frame-ancestors 'none'; sandbox$/,
        ),
        override: true,
      },
      referrerPolicy: { referrerPolicy: "same-origin", override: true },
    });
  });

  test.each(["public", "restricted"])("reach the bucket by their keys, if they are %s", (path) => {
    const { code } = inputsNamed(trial, "WebFilesViewerRequest");
    const key = "images/7/0123456789ab/heron.jpg";
    const request = { uri: `/_files/${path}/${key}`, querystring: { a: { value: "b" } } };
    const handed = vm.runInNewContext(`${code}; handler(event)`, {
      event: { request: structuredClone(request) },
    });
    expect(handed).toEqual({ ...request, uri: `/${key}` });
  });

  const keyPairOf = (deployment: Deployment, generation: number) => {
    const parameter = inputsNamed(deployment, `DownloadKey${generation}`);
    const privateKey = parameter.value.value ?? parameter.value;
    return {
      parameter,
      privateKey,
      publicKey: inputsNamed(deployment, `DownloadPublicKey${generation}`).encodedKey,
    };
  };

  test("are signed by a key of the stage's own, which AWS's own key encrypts, and CloudFront has its other half", () => {
    const { parameter, privateKey, publicKey } = keyPairOf(trial, 1);
    expect(parameter).toMatchObject({ name: "/lectern/trial/download-key-1", type: "SecureString" });
    expect(parameter.keyId).toBeUndefined();
    const signature = sign("RSA-SHA1", Buffer.from("a policy"), privateKey);
    expect(verify("RSA-SHA1", Buffer.from("a policy"), publicKey, signature)).toBe(true);
    expect(publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\s\S]+\n-----END PUBLIC KEY-----\n$/);
    expect(inputsNamed(trial, "DownloadKeys").items).toEqual(["DownloadPublicKey1-id"]);
  });

  test("are signed by the next key once its number is raised, and CloudFront accepts the last one, too", () => {
    expect(inputsNamed(elsewhere, "DownloadKeys").items).toEqual([
      "DownloadPublicKey3-id",
      "DownloadPublicKey2-id",
    ]);
    const ids = inputsOf(elsewhere, "aws:lambda/function:Function").map(
      ({ environment }) => environment.variables.DOWNLOAD_KEY_ID,
    );
    expect(new Set(ids)).toEqual(new Set([undefined, "DownloadPublicKey3-id"]));
    expect(keyPairOf(elsewhere, 2).publicKey).not.toBe(keyPairOf(elsewhere, 3).publicKey);
  });
});

describe("feeds", () => {
  const distribution = () => only(trial, "aws:cloudfront/distribution:Distribution");

  test("come from the bucket, uncompressed, and a poll calls no function", () => {
    const [, , , behaviour] = distribution().orderedCacheBehaviors;
    expect(behaviour).toEqual({
      pathPattern: "/_feeds/*",
      targetOriginId: "bucket",
      viewerProtocolPolicy: "redirect-to-https",
      allowedMethods: ["GET", "HEAD"],
      cachedMethods: ["GET", "HEAD"],
      compress: false,
      cachePolicyId: "WebFeedsCache-id",
      responseHeadersPolicyId: "WebFeedsHeaders-id",
    });
  });

  test("of one person come from a function, before all others, and only over HTTPS", () => {
    const { orderedCacheBehaviors, defaultCacheBehavior } = distribution();
    expect(orderedCacheBehaviors[2]).toEqual({
      ...defaultCacheBehavior,
      pathPattern: "/_feeds/private/*",
      viewerProtocolPolicy: "https-only",
    });
    expect(defaultCacheBehavior.targetOriginId).toBe("api");
  });

  test("are asked for with CloudFront's own signature, at the bucket's host", () => {
    const origin = distribution().origins.find(({ originId }: { originId: string }) => originId === "bucket");
    expect(origin.domainName).toMatch(/^Files.*\.s3\.eu-central-1\.amazonaws\.com$/);
    expect(inputsNamed(trial, "WebBucketAccess")).toMatchObject({
      originAccessControlOriginType: "s3",
      signingBehavior: "always",
      signingProtocol: "sigv4",
    });
  });

  test("are kept for two seconds, one copy for everybody", () => {
    expect(inputsNamed(trial, "WebFeedsCache")).toMatchObject({
      minTtl: 0,
      defaultTtl: 2,
      maxTtl: 2,
      parametersInCacheKeyAndForwardedToOrigin: {
        cookiesConfig: { cookieBehavior: "none" },
        queryStringsConfig: { queryStringBehavior: "none" },
        headersConfig: { headerBehavior: "none" },
        enableAcceptEncodingBrotli: false,
        enableAcceptEncodingGzip: false,
      },
    });
  });

  test("have the headers that one machine sends with them", async () => {
    const file = {
      key: fileKey("_feeds/a"),
      sizeBytes: 1,
      etag: '"1"',
      lastModified: new Date(),
      metadata: {},
    };
    const store = {
      head: async () => ({ ...file, contentType: "text/xml" }),
      isIntact: async () => true,
    } as unknown as Files;
    const request = { method: "HEAD", url: "/_feeds/a", headers: {} };
    const { headers } = await feedServer(store).answer(request);
    const { securityHeadersConfig, corsConfig, customHeadersConfig } = inputsNamed(trial, "WebFeedsHeaders");
    expect(customHeadersConfig.items).toEqual([
      { header: "cache-control", value: headers["cache-control"], override: true },
    ]);
    const { contentSecurityPolicy } = securityHeadersConfig.contentSecurityPolicy;
    expect(contentSecurityPolicy).toBe(headers["content-security-policy"]);
    expect(securityHeadersConfig.contentTypeOptions).toEqual({ override: true });
    expect(corsConfig.accessControlAllowOrigins.items).toEqual([headers["access-control-allow-origin"]]);
  });

  test("and files of media are all of the bucket that CloudFront may read, and only the account's own distributions may", () => {
    const [, ...allowed] = JSON.parse(only(trial, "aws:s3/bucketPolicy:BucketPolicy").policy);
    const conditions = [
      {
        test: "ArnLike",
        variable: "aws:SourceArn",
        values: ["arn:aws:cloudfront::123456789012:distribution/*"],
      },
    ];
    const bucket = "arn:aws:s3:::FilesBucket";
    expect(allowed).toMatchObject([
      {
        actions: ["s3:GetObject"],
        resources: ["_feeds", "cms", "images", "audios", "videos"].map((folder) => `${bucket}/${folder}/*`),
        conditions,
      },
      { actions: ["s3:ListBucket"], resources: [bucket], conditions },
    ]);
    for (const { effect } of allowed) expect(effect ?? "Allow").toBe("Allow");
  });
});
