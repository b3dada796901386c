/// <reference path="../.sst/platform/config.d.ts" />
import { getServers, Resolver } from "node:dns/promises";
import { clock } from "#lib/clock.ts";
import { type DomainReads, domainFindings } from "./domain-state.ts";
import type { DeploymentSettings } from "./settings.ts";

/**
 * Throws one error with all that the domain lacks, before anything is created, and prints what may fail
 * later. What cannot be read is said, and does not end the deployment.
 */
export const checkDomain = async ({ domain }: Pick<DeploymentSettings, "domain">): Promise<void> => {
  if (!domain) return;
  const { problems, warnings } = await domainFindings(domain, reads, clock.nowMs()).catch((error: Error) => ({
    problems: [],
    warnings: [`The state of DOMAIN_NAME cannot be read: ${error.message.split("\n")[0]}`],
  }));
  for (const warning of warnings) console.warn(warning);
  if (problems.length > 0) throw new Error(`The deployment cannot begin.\n- ${problems.join("\n- ")}`);
};

const reads: DomainReads = {
  zones: async () => {
    const { ids } = await aws.route53.getZones({});
    const found = await Promise.all(
      ids.map((zoneId) => aws.route53.getZone({ zoneId }).catch(() => undefined)),
    );
    return found.flatMap((zone) => {
      if (!zone) return [];
      const { zoneId: id, name, privateZone: isPrivate = false, nameServers } = zone;
      return [{ id, name: withoutDot(name), isPrivate, nameServers: nameServers.map(withoutDot) }];
    });
  },
  certificate: async (arn) => {
    // CloudFront takes certificates from this region alone.
    const provider = new aws.Provider("CertificatesOfCloudFront", { region: "us-east-1" });
    const found = aws.acm.Certificate.get("CertificateOfDomain", arn, undefined, { provider });
    const { status, domainName, subjectAlternativeNames, notAfter, renewalEligibility } = found;
    const values = $resolve({ status, domainName, subjectAlternativeNames, notAfter, renewalEligibility });
    return new Promise((resolve) =>
      values.apply((read) =>
        resolve({
          status: read.status,
          names: [...new Set([read.domainName, ...(read.subjectAlternativeNames ?? [])])],
          expiresAt: read.notAfter,
          isRenewed: read.renewalEligibility === "ELIGIBLE",
        }),
      ),
    );
  },
  nameServers: async (name) => (await noneIfAbsent(resolver().resolveNs(name))).map(withoutDot),
  issuers: async (name) => {
    const records = await noneIfAbsent(resolver().resolveCaa(name));
    if (records.length === 0) return undefined;
    return records.flatMap(({ issue }) => (issue === undefined ? [] : [issue.split(";")[0]!.trim()]));
  },
};

/** Gives up sooner than Node's: these answers only warn. */
const resolver = (): Resolver => {
  const made = new Resolver({ timeout: 3_000, tries: 2 });
  made.setServers(getServers());
  return made;
};

const withoutDot = (name: string): string => name.replace(/\.$/, "").toLowerCase();

const noneIfAbsent = <Value>(answer: Promise<Value[]>): Promise<Value[]> =>
  answer.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTFOUND" || error.code === "ENODATA") return [];
    throw error;
  });
