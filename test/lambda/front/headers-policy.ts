import type { OutgoingHttpHeaders } from "node:http";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import { nameIn, resourceInputs } from "../deployed.ts";

/** Adds the headers of a response headers policy: those that override win over the origin's. */
export const headersPolicy = (deployment: Deployment, id: string) => {
  const type = "aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy";
  const {
    securityHeadersConfig: security,
    corsConfig,
    customHeadersConfig,
  } = resourceInputs(deployment, type, nameIn(id));
  const { contentSecurityPolicy, contentTypeOptions, frameOptions, referrerPolicy } = security;
  const transport = security.strictTransportSecurity;
  const age = transport && `max-age=${transport.accessControlMaxAgeSec}`;
  const all: readonly (readonly [name: string, value: string | undefined, override: boolean])[] = [
    [
      "content-security-policy",
      contentSecurityPolicy?.contentSecurityPolicy,
      contentSecurityPolicy?.override,
    ],
    ["x-content-type-options", contentTypeOptions && "nosniff", contentTypeOptions?.override],
    ["x-frame-options", frameOptions?.frameOption, frameOptions?.override],
    ["referrer-policy", referrerPolicy?.referrerPolicy, referrerPolicy?.override],
    [
      "strict-transport-security",
      age && `${age}${transport.includeSubdomains ? "; includeSubDomains" : ""}`,
      true,
    ],
    ["access-control-allow-origin", corsConfig?.accessControlAllowOrigins.items.join(), true],
    ...(customHeadersConfig?.items ?? []).map(
      ({ header, value, override }: { header: string; value: string; override: boolean }) =>
        [header, value, override] as const,
    ),
  ];
  const those = (wanted: boolean) =>
    Object.fromEntries(
      all.flatMap(([name, value, override]) => (value && override === wanted ? [[name, value]] : [])),
    );
  return (headers: OutgoingHttpHeaders): OutgoingHttpHeaders => ({
    ...those(false),
    ...headers,
    ...those(true),
  });
};
