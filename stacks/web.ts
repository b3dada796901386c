/// <reference path="../.sst/platform/config.d.ts" />

import { adminFilesPath, adminPath } from "#lib/admin-files.ts";
import {
  feedCacheControl,
  feedCacheMaxAge,
  feedsPath,
  fileSafetyHeaders,
  privateFeedsPath,
  publicFilesPath,
  restrictedFilesPath,
} from "#lib/media/file-delivery.ts";
import { safetyHeaders } from "#lib/routes/safety-headers.ts";
import { corsOrigins } from "#lib/settings/requests.ts";
import { adminRequestCode, adminResponseCode, createAdminFiles, functionPathsOfAdmin } from "./admin.ts";
import type { Apis } from "./api.ts";
import { createFirewall } from "./firewall.ts";
import type { SiteResources } from "./rights.ts";
import type { DeploymentSettings } from "./settings.ts";
import { originOfHeads, viewerRequestCode } from "./viewer-request.ts";

export type Web = ReturnType<typeof createWeb>;

/** CloudFront in front of the API and the bucket. `url` is `DOMAIN_NAME`, or CloudFront's `address`. */
export const createWeb = (
  { api, heads }: Apis,
  { proxySecret, downloadKeys, bucket, settings }: SiteResources,
  zone: string | undefined,
) => {
  const [files, feeds] = [filesBehaviour(downloadKeys, settings), feedsBehaviour(settings)];
  const pages = {
    targetOriginId: "api",
    viewerProtocolPolicy: "redirect-to-https",
    allowedMethods: ["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"],
    cachedMethods: ["GET", "HEAD"],
    compress: true,
    cachePolicyId: cachePolicy().id,
    originRequestPolicyId: originRequestPolicy().id,
    responseHeadersPolicyId: responseHeadersPolicy(settings).id,
    functionAssociations: [{ eventType: "viewer-request", functionArn: viewerRequest().arn }],
  };
  // A program that sends its token without encryption has to notice: it is refused, not redirected.
  const programs = { ...pages, pathPattern: "/api/*", viewerProtocolPolicy: "https-only" };
  // So has one that sends the secret in the address of a private feed.
  const listeners = { ...programs, pathPattern: `${privateFeedsPath}/*` };
  createAdminFiles(bucket);
  const admin = adminBehaviours(bucket, settings, files.public);
  const adminFunctions = functionPathsOfAdmin().map((pathPattern) => ({ ...pages, pathPattern }));
  const firewall = createFirewall(settings);
  const cdn = new sst.aws.Cdn("Web", {
    domain: customDomain(settings, zone),
    origins: [
      originOf(api, "api", proxySecret),
      originOf(heads, originOfHeads, proxySecret),
      {
        originId: "bucket",
        domainName: bucket.nodes.bucket.bucketRegionalDomainName,
        originAccessControlId: bucketAccess().id,
      },
    ],
    defaultCacheBehavior: pages,
    orderedCacheBehaviors: [
      ...[files.public, files.restricted, listeners, feeds, programs],
      ...[...adminFunctions, admin.files, ...admin.page],
    ],
    customErrorResponses: repeatedErrors.map((errorCode) => ({ errorCode, errorCachingMinTtl: 0 })),
    transform: {
      distribution: {
        httpVersion: "http2and3",
        isIpv6Enabled: true,
        ...(firewall && { webAclId: firewall.arn }),
      },
    },
  });
  return {
    url: $output(cdn.domainUrl).apply((url) => url ?? cdn.url),
    address: cdn.url,
    distribution: cdn.nodes.distribution,
  };
};

const originOf = (
  api: sst.aws.ApiGatewayV2,
  originId: string,
  proxySecret: SiteResources["proxySecret"],
) => ({
  originId,
  domainName: api.nodes.api.apiEndpoint.apply((url) => new URL(url).host),
  customHeaders: [{ name: "x-proxy-secret", value: proxySecret.sent }],
  customOriginConfig,
});

const customOriginConfig = {
  httpPort: 80,
  httpsPort: 443,
  originProtocolPolicy: "https-only",
  originSslProtocols: ["TLSv1.2"],
};

/** The behaviour for answers of the bucket, without a function. Compression would make strong ETags weak. */
const fromBucket = {
  targetOriginId: "bucket",
  viewerProtocolPolicy: "redirect-to-https",
  allowedMethods: ["GET", "HEAD"],
  cachedMethods: ["GET", "HEAD"],
  compress: false,
};

/** The behaviour for files of media, for everybody with a signed address (decision 008). */
const filesBehaviour = ({ groupId }: SiteResources["downloadKeys"], settings: DeploymentSettings) => {
  const signed = {
    ...fromBucket,
    trustedKeyGroups: [groupId],
    responseHeadersPolicyId: filesHeadersPolicy(settings).id,
    functionAssociations: [{ eventType: "viewer-request", functionArn: filesRequest().arn }],
  };
  const year = 31_536_000;
  return {
    public: {
      ...signed,
      pathPattern: `${publicFilesPath}/*`,
      cachePolicyId: filesCachePolicy("WebFilesCache", { minTtl: 0, defaultTtl: year, maxTtl: year }).id,
    },
    // Their headers let nobody keep them; CloudFront checks the signature before it gives away its copy.
    restricted: {
      ...signed,
      pathPattern: `${restrictedFilesPath}/*`,
      cachePolicyId: filesCachePolicy("WebRestrictedFilesCache", {
        minTtl: restrictedSeconds,
        defaultTtl: restrictedSeconds,
        maxTtl: restrictedSeconds,
      }).id,
    },
  };
};

const restrictedSeconds = 300;

const feedsBehaviour = (settings: DeploymentSettings) => ({
  ...fromBucket,
  pathPattern: `${feedsPath}/*`,
  cachePolicyId: feedsCachePolicy().id,
  responseHeadersPolicyId: feedsHeadersPolicy(settings).id,
});

/** The behaviours for the admin: its files, and its page at all other addresses below its path. */
const adminBehaviours = (
  bucket: SiteResources["bucket"],
  settings: DeploymentSettings,
  { cachePolicyId, responseHeadersPolicyId }: ReturnType<typeof filesBehaviour>["public"],
) => {
  const uploads = $interpolate`https://${bucket.nodes.bucket.bucketRegionalDomainName}`;
  const page = {
    ...fromBucket,
    cachePolicyId: cachingDisabled,
    functionAssociations: [
      { eventType: "viewer-request", functionArn: adminFunction("Request", adminRequestCode()) },
      {
        eventType: "viewer-response",
        functionArn: adminFunction(
          "Response",
          uploads.apply((origin) => adminResponseCode(origin, settings)),
        ),
      },
    ],
  };
  return {
    files: { ...fromBucket, pathPattern: `${adminFilesPath}/*`, cachePolicyId, responseHeadersPolicyId },
    page: [adminPath, `${adminPath}/*`].map((pathPattern) => ({ ...page, pathPattern })),
  };
};

/** AWS's own cache policy of this name: an account may have few of its own. */
const cachingDisabled = "4135ea2d-6844-44f6-87e5-35d9ab5b3ad0";

const adminFunction = (event: string, code: $util.Input<string>) =>
  new aws.cloudfront.Function(`WebAdmin${event}`, { runtime: "cloudfront-js-2.0", code }).arn;

/** For a domain in Route 53, SST makes certificate and records; others need their own. */
const customDomain = ({ domain }: DeploymentSettings, zone: string | undefined) => {
  if (!domain) return undefined;
  const { name, certificate: cert } = domain;
  return cert ? { name, cert, dns: false as const } : { name, dns: recordsIn(zone) };
};

/** Names the zone of the records: without one, SST takes the first of the nearest name. */
const recordsIn = (zone: string | undefined) =>
  sst.aws.dns({
    zone,
    transform: {
      record: (record) => {
        // It validates a certificate, and all certificates of a domain in an account have the same: one of a
        // certificate that was requested by hand may be there.
        if (record.type === "CNAME") record.allowOverwrite = true;
      },
    },
  });

/** CloudFront would cache these for ten seconds, and hide a page that was just published. */
const repeatedErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** Other cookies are not passed on, so that cached answers cannot depend on them. */
const cookiesConfig = { cookieBehavior: "whitelist", cookies: { items: ["sessionid", "csrftoken"] } };
const queryStringsConfig = { queryStringBehavior: "all" };

/**
 * Answers are cached as long as their headers say, by default not at all, and separately by credentials,
 * cookies, query, host and accepted types.
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
        headers: { items: ["accept", "authorization", "x-forwarded-host", ...byOrigin()] },
      },
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    },
  });

/** If listed pages of other sites are allowed, an answer names the one that it is for. */
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

/**
 * The cache has one copy for all who have an address, whatever its signature: CloudFront leaves that out
 * itself.
 */
const filesCachePolicy = (name: string, times: { minTtl: number; defaultTtl: number; maxTtl: number }) =>
  new aws.cloudfront.CachePolicy(name, {
    ...times,
    parametersInCacheKeyAndForwardedToOrigin: {
      cookiesConfig: { cookieBehavior: "none" },
      headersConfig: { headerBehavior: "none" },
      queryStringsConfig: {
        queryStringBehavior: "whitelist",
        // The parameters that S3 sends as headers. They are part of what is signed.
        queryStrings: {
          items: ["response-content-type", "response-content-disposition", "response-cache-control"],
        },
      },
      enableAcceptEncodingBrotli: false,
      enableAcceptEncodingGzip: false,
    },
  });

/** Browsers use HTTPS only, for a year after a visit. Hosts below the site's may belong to others. */
const strictTransportSecurity = ({ hstsSubdomains }: DeploymentSettings) => ({
  accessControlMaxAgeSec: 31_536_000,
  includeSubdomains: hstsSubdomains,
  override: true,
});

/** Headers that S3 cannot send with a file: its type is not guessed, and nothing in it runs. */
const fileHeaders = (settings: DeploymentSettings) => ({
  strictTransportSecurity: strictTransportSecurity(settings),
  contentTypeOptions: { override: true },
  referrerPolicy: { referrerPolicy: fileSafetyHeaders["referrer-policy"], override: true },
  contentSecurityPolicy: {
    contentSecurityPolicy: fileSafetyHeaders["content-security-policy"],
    override: true,
  },
});

const filesHeadersPolicy = (settings: DeploymentSettings) =>
  new aws.cloudfront.ResponseHeadersPolicy("WebFilesHeaders", {
    securityHeadersConfig: fileHeaders(settings),
  });

/** CloudFront signs its requests to the bucket itself. */
const bucketAccess = () =>
  new aws.cloudfront.OriginAccessControl("WebBucketAccess", {
    originAccessControlOriginType: "s3",
    signingBehavior: "always",
    signingProtocol: "sigv4",
  });

/** One copy for everybody, which saves requests to the bucket where many ask within seconds. */
const feedsCachePolicy = () =>
  new aws.cloudfront.CachePolicy("WebFeedsCache", {
    minTtl: 0,
    defaultTtl: feedCacheMaxAge,
    maxTtl: feedCacheMaxAge,
    parametersInCacheKeyAndForwardedToOrigin: {
      cookiesConfig: { cookieBehavior: "none" },
      queryStringsConfig: { queryStringBehavior: "none" },
      headersConfig: { headerBehavior: "none" },
      enableAcceptEncodingBrotli: false,
      enableAcceptEncodingGzip: false,
    },
  });

/** The headers that `local/feed-server.ts` sends: programs of other sites may read feeds, too. */
const feedsHeadersPolicy = (settings: DeploymentSettings) =>
  new aws.cloudfront.ResponseHeadersPolicy("WebFeedsHeaders", {
    securityHeadersConfig: fileHeaders(settings),
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

/** Removes this site's path from the file's key. CloudFront has checked the signature by then. */
const filesRequest = () =>
  new aws.cloudfront.Function("WebFilesViewerRequest", {
    runtime: "cloudfront-js-2.0",
    code: `function handler(event) {
  const request = event.request;
  request.uri = "/" + request.uri.split("/").slice(${publicFilesPath.split("/").length}).join("/");
  return request;
}`,
  });

/** HTTPS, and the headers of answers that no function sends, such as API Gateway's when it is overloaded. */
const responseHeadersPolicy = (settings: DeploymentSettings) =>
  new aws.cloudfront.ResponseHeadersPolicy("WebHeaders", {
    securityHeadersConfig: {
      strictTransportSecurity: strictTransportSecurity(settings),
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: safetyHeaders["x-frame-options"], override: false },
      referrerPolicy: { referrerPolicy: safetyHeaders["referrer-policy"], override: false },
      contentSecurityPolicy: {
        contentSecurityPolicy: safetyHeaders["content-security-policy"],
        override: false,
      },
    },
  });

const viewerRequest = () =>
  new aws.cloudfront.Function("WebViewerRequest", {
    runtime: "cloudfront-js-2.0",
    code: viewerRequestCode(),
  });
