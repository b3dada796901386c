/// <reference path="../.sst/platform/config.d.ts" />
import { feedCacheControl, feedsPath, filePolicy, filesPath } from "#lib/media/file-delivery.ts";
import { corsOrigins } from "#lib/settings/requests.ts";
import type { SiteResources } from "./rights.ts";
import type { DeploymentSettings } from "./settings.ts";

/** CloudFront in front of the API and the bucket. `url` is `DOMAIN_NAME`, or CloudFront's `address`. */
export const createWeb = (
  api: sst.aws.ApiGatewayV2,
  { proxySecret, bucket, settings }: Pick<SiteResources, "proxySecret" | "bucket" | "settings">,
) => {
  const cdn = new sst.aws.Cdn("Web", {
    domain: customDomain(settings),
    origins: [
      {
        originId: "api",
        domainName: api.nodes.api.apiEndpoint.apply((url) => new URL(url).host),
        customHeaders: [{ name: "x-proxy-secret", value: proxySecret }],
        customOriginConfig,
      },
      {
        originId: "files",
        // The host that the SDK signs for.
        domainName: bucket.nodes.bucket.bucketRegionalDomainName,
        customOriginConfig,
      },
      {
        originId: "feeds",
        domainName: bucket.nodes.bucket.bucketRegionalDomainName,
        originAccessControlId: feedsAccess().id,
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
      {
        pathPattern: `${feedsPath}/*`,
        targetOriginId: "feeds",
        viewerProtocolPolicy: "redirect-to-https",
        allowedMethods: ["GET", "HEAD"],
        cachedMethods: ["GET", "HEAD"],
        // Compression would make strong ETags weak.
        compress: false,
        cachePolicyId: feedsCachePolicy().id,
        responseHeadersPolicyId: feedsHeadersPolicy().id,
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

/** AWS's own policy, which has this id everywhere. Links expire, so the bucket checks each download. */
const cachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

/** For a domain in Route 53, SST makes certificate and records; others need their own. */
const customDomain = ({ domain }: DeploymentSettings) => {
  if (!domain) return undefined;
  const { name, certificate: cert } = domain;
  return cert ? { name, cert, dns: false as const } : { name };
};

/** CloudFront would cache these for ten seconds, and hide a page that was just published. */
const repeatedErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** Other cookies are not passed on, so that cached answers cannot depend on them. */
const cookiesConfig = { cookieBehavior: "whitelist", cookies: { items: ["sessionid", "csrftoken"] } };
const queryStringsConfig = { queryStringBehavior: "all" };

/**
 * Answers are cached as long as their headers say, by default not at all, and separately by credentials,
 * cookies, query, host, accepted types and method.
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
        headers: { items: ["accept", "authorization", "x-forwarded-host", "x-viewer-method", ...byOrigin()] },
      },
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    },
  });

/** Where listed pages of other sites are allowed, an answer names the one that it is for. */
const byOrigin = (): readonly string[] => {
  const origins = corsOrigins.required();
  return origins.length === 0 || origins.includes("*") ? [] : ["origin"];
};

/** `Host` would make API Gateway look for another API. */
const originRequestPolicy = () =>
  new aws.cloudfront.OriginRequestPolicy("WebRequest", {
    cookiesConfig,
    queryStringsConfig,
    headersConfig: { headerBehavior: "allExcept", headers: { items: ["host"] } },
  });

/** The query has the signature; credentials in headers or cookies would be a second one. */
const filesRequestPolicy = () =>
  new aws.cloudfront.OriginRequestPolicy("WebFilesRequest", {
    cookiesConfig: { cookieBehavior: "none" },
    headersConfig: { headerBehavior: "none" },
    queryStringsConfig,
  });

const strictTransportSecurity = { accessControlMaxAgeSec: 31_536_000, override: true };

/** Headers that S3 cannot send with a file: its type is not guessed, and nothing in it runs. */
const fileHeaders = {
  strictTransportSecurity,
  contentTypeOptions: { override: true },
  contentSecurityPolicy: { contentSecurityPolicy: filePolicy, override: true },
};

const filesHeadersPolicy = () =>
  new aws.cloudfront.ResponseHeadersPolicy("WebFilesHeaders", { securityHeadersConfig: fileHeaders });

/** Feeds are public, so CloudFront signs each request itself. */
const feedsAccess = () =>
  new aws.cloudfront.OriginAccessControl("WebFeedsAccess", {
    originAccessControlOriginType: "s3",
    signingBehavior: "always",
    signingProtocol: "sigv4",
  });

/** One copy for everybody, for a minute. */
const feedsCachePolicy = () =>
  new aws.cloudfront.CachePolicy("WebFeedsCache", {
    minTtl: 0,
    defaultTtl: 60,
    maxTtl: 60,
    parametersInCacheKeyAndForwardedToOrigin: {
      cookiesConfig: { cookieBehavior: "none" },
      queryStringsConfig: { queryStringBehavior: "none" },
      headersConfig: { headerBehavior: "none" },
      enableAcceptEncodingBrotli: false,
      enableAcceptEncodingGzip: false,
    },
  });

/** The headers that `local/feed-server.ts` sends: programs of other sites may read feeds, too. */
const feedsHeadersPolicy = () =>
  new aws.cloudfront.ResponseHeadersPolicy("WebFeedsHeaders", {
    securityHeadersConfig: fileHeaders,
    corsConfig: {
      accessControlAllowCredentials: false,
      accessControlAllowHeaders: { items: ["*"] },
      accessControlAllowMethods: { items: ["GET", "HEAD"] },
      accessControlAllowOrigins: { items: ["*"] },
      originOverride: true,
    },
    customHeadersConfig: {
      items: [{ header: "cache-control", value: feedCacheControl, override: true }],
    },
  });

/** Removes this site's path; the rest is the presigned request. */
const filesRequest = () =>
  new aws.cloudfront.Function("WebFilesViewerRequest", {
    runtime: "cloudfront-js-2.0",
    code: `function handler(event) {
  const request = event.request;
  request.uri = request.uri.slice(${filesPath.length});
  return request;
}`,
  });

/** Browsers use HTTPS only, for a year after a visit. */
const responseHeadersPolicy = () =>
  new aws.cloudfront.ResponseHeadersPolicy("WebHeaders", {
    securityHeadersConfig: { strictTransportSecurity },
  });

/**
 * Prepares a request for the API.
 *
 * Removes a trailing slash, because route keys have none. Adds headers with the host, for links in answers;
 * with the address, for limits by address; and with the method, because CloudFront would answer HEAD from a
 * cached GET, and a media link is signed for one of them.
 *
 * Moves the content type into a header of ours: for text types, API Gateway replaces bytes that are not UTF-8
 * (docs/decisions/014-bodies-arrive-as-bytes.md). CloudFront's JavaScript has no destructuring.
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
