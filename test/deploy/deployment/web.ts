import { describe, expect, test } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { madeByAws } from "#release/synthesis/made-by-aws.ts";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import { functionOf, inputsNamed, inputsOf, only } from "./resources.ts";
import { certificate, elsewhere, production, trial } from "./stages.ts";

describe("the web", () => {
  const behaviour = () => only(trial, "aws:cloudfront/distribution:Distribution").defaultCacheBehavior;

  test("the distribution asks the API, over HTTPS only, with every method", () => {
    const { origins } = only(trial, "aws:cloudfront/distribution:Distribution");
    expect(origins).toMatchObject([
      { domainName: "apiapi.example", customOriginConfig: { originProtocolPolicy: "https-only" } },
      { domainName: "headapiapi.example", customOriginConfig: { originProtocolPolicy: "https-only" } },
      { originId: "bucket", originAccessControlId: "WebBucketAccess-id" },
    ]);
    expect(behaviour()).toMatchObject({
      targetOriginId: origins[0].originId,
      viewerProtocolPolicy: "redirect-to-https",
      cachePolicyId: "WebCache-id",
      originRequestPolicyId: "WebRequest-id",
      functionAssociations: [
        { eventType: "viewer-request", functionArn: "arn:aws:cloudfront:::WebViewerRequest" },
      ],
    });
    const methods = new Set(routes.map(({ method }) => method));
    expect(behaviour().allowedMethods).toEqual(expect.arrayContaining([...methods, "HEAD", "OPTIONS"]));
  });

  test("the distribution shows the API a secret that every function of it knows, and no visitor can write", () => {
    const secretIn = (deployment: Deployment) => {
      const { origins } = only(deployment, "aws:cloudfront/distribution:Distribution");
      const [{ name, value }] = origins[0].customHeaders;
      expect(name).toBe("x-proxy-secret");
      expect(origins[1].customHeaders).toEqual(origins[0].customHeaders);
      const functions = inputsOf(deployment, "aws:lambda/function:Function").filter(
        ({ environment }) => environment.variables.ONLY_BY_PROXY,
      );
      expect(functions).toHaveLength(routes.length + 1);
      const known = functions.map(({ environment }) => environment.variables.PROXY_SECRET);
      expect(new Set(known)).toEqual(new Set([value]));
      const others = functions.map(({ environment }) => environment.variables.OTHER_PROXY_SECRETS);
      return [value, ...new Set(others)];
    };
    expect(secretIn(trial)).toEqual([madeByAws("ProxySecret"), madeByAws("ProxySecret2")]);
    // CloudFront's next secret is known to functions before it is sent, and its last one afterwards.
    expect(secretIn(elsewhere)).toEqual([
      madeByAws("ProxySecret2"),
      `${madeByAws("ProxySecret3")} ${madeByAws("ProxySecret")}`,
    ]);
  });

  test("every function that API Gateway calls refuses requests without that secret", () => {
    for (const route of [...routes, fallback])
      expect(functionOf(route).environment.variables.ONLY_BY_PROXY).toBe("true");
  });

  test("an answer is kept only as long as its own headers say", () => {
    expect(inputsNamed(trial, "WebCache")).toMatchObject({ minTtl: 0, defaultTtl: 0 });
    const { customErrorResponses } = only(trial, "aws:cloudfront/distribution:Distribution");
    const kept = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
    expect(customErrorResponses).toEqual(kept.map((errorCode) => ({ errorCode, errorCachingMinTtl: 0 })));
  });

  test("an answer is given only to those who send the same credentials, cookies, query, host and types", () => {
    const key = inputsNamed(trial, "WebCache").parametersInCacheKeyAndForwardedToOrigin;
    expect(key.queryStringsConfig).toEqual({ queryStringBehavior: "all" });
    expect(key.headersConfig.headers.items).toEqual(["accept", "authorization", "x-forwarded-host"]);
    expect(key.cookiesConfig.cookies.items).toEqual(["sessionid", "csrftoken"]);
  });

  test("answers for pages of other sites are kept for each of these sites", () => {
    const key = inputsNamed(elsewhere, "WebCache");
    const { items } = key.parametersInCacheKeyAndForwardedToOrigin.headersConfig.headers;
    expect(items).toContain("origin");
  });

  test("functions see no cookie that answers are not kept by", () => {
    const key = inputsNamed(trial, "WebCache").parametersInCacheKeyAndForwardedToOrigin;
    expect(inputsNamed(trial, "WebRequest").cookiesConfig).toEqual(key.cookiesConfig);
  });

  test("functions see the query and every header but the host of the request", () => {
    expect(inputsNamed(trial, "WebRequest")).toMatchObject({
      queryStringsConfig: { queryStringBehavior: "all" },
      headersConfig: { headerBehavior: "allExcept", headers: { items: ["host"] } },
    });
  });

  test("without a domain the site has CloudFront's address", () => {
    expect(trial.outputs.url).toBe("https://site.cloudfront.example");
    expect(inputsOf(trial, "aws:acm/certificate:Certificate")).toEqual([]);
  });

  test("a domain gets a certificate, both kinds of record, and TLS 1.2 at least", () => {
    expect(production.outputs.url).toBe("https://field-notes.example");
    expect(only(production, "aws:acm/certificate:Certificate").domainName).toBe("field-notes.example");
    const records = inputsOf(production, "aws:route53/record:Record").map((record) => [
      record.type,
      record.zoneId,
      record.allowOverwrite ?? false,
    ]);
    // What leads to the site never replaces a record; what validates the certificate may be there.
    expect(records.sort()).toEqual([
      ["A", "ZFIELDNOTES", false],
      ["AAAA", "ZFIELDNOTES", false],
      ["CNAME", "ZFIELDNOTES", true],
    ]);
    const { aliases, viewerCertificate } = only(production, "aws:cloudfront/distribution:Distribution");
    expect(aliases).toEqual(["field-notes.example"]);
    expect(viewerCertificate.minimumProtocolVersion).toBe("TLSv1.2_2021");
  });

  test("a domain with a certificate of its own leaves all records to its owner", () => {
    expect(elsewhere.outputs).toMatchObject({
      url: "https://field-notes.example",
      address: "https://site.cloudfront.example",
    });
    const { viewerCertificate } = only(elsewhere, "aws:cloudfront/distribution:Distribution");
    expect(viewerCertificate.acmCertificateArn).toBe(certificate);
    expect(elsewhere.resources.filter(({ type }) => /route53|acm/.test(type))).toEqual([]);
  });

  test("browsers come back by HTTPS only, and to hosts below the site's where that is set", () => {
    for (const name of ["WebHeaders", "WebFilesHeaders", "WebFeedsHeaders"])
      for (const [deployment, includeSubdomains] of [[trial, false] as const, [production, true] as const])
        expect(inputsNamed(deployment, name).securityHeadersConfig.strictTransportSecurity).toEqual({
          accessControlMaxAgeSec: 31_536_000,
          includeSubdomains,
          override: true,
        });
    expect(behaviour().responseHeadersPolicyId).toBe("WebHeaders-id");
  });

  test("people are redirected to HTTPS, programs that forget it are refused", () => {
    const { orderedCacheBehaviors } = only(trial, "aws:cloudfront/distribution:Distribution");
    const { pathPattern, ...programs } = orderedCacheBehaviors.find(
      (each: { pathPattern: string }) => each.pathPattern === "/api/*",
    );
    expect(pathPattern).toBe("/api/*");
    expect(programs).toEqual({ ...behaviour(), viewerProtocolPolicy: "https-only" });
    expect(behaviour().viewerProtocolPolicy).toBe("redirect-to-https");
  });

  test("an answer that no function has sent has the headers that protect browsers", () => {
    expect(inputsNamed(trial, "WebHeaders").securityHeadersConfig).toMatchObject({
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: "DENY", override: false },
      referrerPolicy: { referrerPolicy: "same-origin", override: false },
      contentSecurityPolicy: {
        contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        override: false,
      },
    });
  });
});
