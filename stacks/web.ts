/// <reference path="../.sst/platform/config.d.ts" />
import { filePolicy, filesPath } from "#lib/media/file-delivery.ts";
import type { SiteResources } from "./rights.ts";

/**
 * CloudFront in front of the API and, for presigned downloads, of the bucket. `url` is where people find the
 * site: the domain that `DOMAIN_NAME` names, or else `address`, which CloudFront gives it.
 */
export const createWeb = (
  api: sst.aws.ApiGatewayV2,
  { proxySecret, bucket }: Pick<SiteResources, "proxySecret" | "bucket">,
) => {
  const cdn = new sst.aws.Cdn("Web", {
    domain: customDomain(),
    origins: [
      {
        originId: "api",
        domainName: api.nodes.api.apiEndpoint.apply((url) => new URL(url).host),
        customHeaders: [{ name: "x-proxy-secret", value: proxySecret }],
        customOriginConfig,
      },
      {
        originId: "files",
        // As the SDK presigns it: the signature is of this host.
        domainName: bucket.nodes.bucket.bucketRegionalDomainName,
        customOriginConfig,
      },
    ],
    defaultCacheBehavior: {
      targetOriginId: "api",
      viewerProtocolPolicy: "redirect-to-https",
      allowedMethods: ["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"],
      cachedMethods: ["GET", "HEAD"],
      compress: true,
      cachePolicyId: cachePolicy().id,
      originRequestPolicyId: originRequestPolicy().id,
      responseHeadersPolicyId: responseHeadersPolicy().id,
      functionAssociations: [{ eventType: "viewer-request", functionArn: viewerRequest().arn }],
    },
    orderedCacheBehaviors: [
      {
        pathPattern: `${filesPath}/*`,
        targetOriginId: "files",
        viewerProtocolPolicy: "redirect-to-https",
        allowedMethods: ["GET", "HEAD"],
        cachedMethods: ["GET", "HEAD"],
        compress: false,
        cachePolicyId: cachingDisabled,
        originRequestPolicyId: filesRequestPolicy().id,
        responseHeadersPolicyId: filesHeadersPolicy().id,
        functionAssociations: [{ eventType: "viewer-request", functionArn: filesRequest().arn }],
      },
    ],
    customErrorResponses: repeatedErrors.map((errorCode) => ({ errorCode, errorCachingMinTtl: 0 })),
    transform: { distribution: { httpVersion: "http2and3", isIpv6Enabled: true } },
  });
  return { url: $output(cdn.domainUrl).apply((url) => url ?? cdn.url), address: cdn.url };
};

const customOriginConfig = {
  httpPort: 80,
  httpsPort: 443,
  originProtocolPolicy: "https-only",
  originSslProtocols: ["TLSv1.2"],
};

/** AWS's own policy, by the id that it has everywhere: a link decides each time whether it is still good. */
const cachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

/**
 * In Route 53 a domain gets its certificate and records here; elsewhere it brings a certificate and records
 * of its own.
 */
const customDomain = () => {
  const { DOMAIN_NAME: name, CERTIFICATE_ARN: cert } = process.env;
  if (!name) return undefined;
  return cert ? { name, cert, dns: false as const } : { name };
};

/**
 * What CloudFront would repeat for ten seconds: a page that was missing must not be so after it is published.
 */
const repeatedErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** The only cookies that functions see: an answer that is kept by them cannot depend on another. */
const cookiesConfig = { cookieBehavior: "whitelist", cookies: { items: ["sessionid", "csrftoken"] } };
const queryStringsConfig = { queryStringBehavior: "all" };

/**
 * An answer is kept as long as its own headers say: without any, it is asked for again each time. It is given
 * only to requests that have the same credentials, cookies, query, host, accepted types and method.
 */
const cachePolicy = () =>
  new aws.cloudfront.CachePolicy("WebCache", {
    minTtl: 0,
    defaultTtl: 0,
    maxTtl: 31_536_000,
    parametersInCacheKeyAndForwardedToOrigin: {
      cookiesConfig,
      queryStringsConfig,
      headersConfig: {
        headerBehavior: "whitelist",
        headers: { items: ["accept", "authorization", "x-forwarded-host", "x-viewer-method"] },
      },
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    },
  });

/** The API gets every header but `Host`, by which API Gateway would look for another API. */
const originRequestPolicy = () =>
  new aws.cloudfront.OriginRequestPolicy("WebRequest", {
    cookiesConfig,
    queryStringsConfig,
    headersConfig: { headerBehavior: "allExcept", headers: { items: ["host"] } },
  });

/**
 * The bucket gets the query, which has the signature, and nothing that would be a second way to say who asks.
 */
const filesRequestPolicy = () =>
  new aws.cloudfront.OriginRequestPolicy("WebFilesRequest", {
    cookiesConfig: { cookieBehavior: "none" },
    headersConfig: { headerBehavior: "none" },
    queryStringsConfig,
  });

const strictTransportSecurity = { accessControlMaxAgeSec: 31_536_000, override: true };

/** What S3 cannot be told to send with a file: its type is not guessed, and nothing in it runs. */
const filesHeadersPolicy = () =>
  new aws.cloudfront.ResponseHeadersPolicy("WebFilesHeaders", {
    securityHeadersConfig: {
      strictTransportSecurity,
      contentTypeOptions: { override: true },
      contentSecurityPolicy: { contentSecurityPolicy: filePolicy, override: true },
    },
  });

/** Takes off the path that leads here: the rest is the presigned request. */
const filesRequest = () =>
  new aws.cloudfront.Function("WebFilesViewerRequest", {
    runtime: "cloudfront-js-2.0",
    code: `function handler(event) {
  const request = event.request;
  request.uri = request.uri.slice(${filesPath.length});
  return request;
}`,
  });

/** Browsers that have been here once come back by HTTPS only, for a year. */
const responseHeadersPolicy = () =>
  new aws.cloudfront.ResponseHeadersPolicy("WebHeaders", {
    securityHeadersConfig: { strictTransportSecurity },
  });

/**
 * Takes the slash off the path, because route keys of HTTP APIs have none, and writes down which host was
 * asked, for the links in the API's answers, from which address, for limits by address, and by which method:
 * CloudFront would answer HEAD from what GET left behind, and a link to a media file is signed for one of
 * them only. The content type goes into a header of ours: of types that API Gateway takes for text, it
 * replaces bytes that are no UTF-8, and only the bytes of all others reach a function unchanged
 * (docs/decisions/014-bodies-arrive-as-bytes.md). CloudFront's JavaScript knows no destructuring.
 */
const viewerRequest = () =>
  new aws.cloudfront.Function("WebViewerRequest", {
    runtime: "cloudfront-js-2.0",
    code: String.raw`function handler(event) {
  const request = event.request;
  request.headers["x-forwarded-host"] = { value: request.headers.host.value };
  request.headers["x-viewer-address"] = { value: event.viewer.ip };
  request.headers["x-viewer-method"] = { value: request.method };
  delete request.headers["x-viewer-content-type"];
  if (request.headers["content-type"]) {
    request.headers["x-viewer-content-type"] = { value: request.headers["content-type"].value };
    request.headers["content-type"] = { value: "application/octet-stream" };
  }
  request.uri = request.uri.replace(/([^/])\/$/, "$1");
  return request;
}`,
  });
