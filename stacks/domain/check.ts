import { clock } from "#lib/clock.ts";
import type { DeploymentSettings } from "../settings.ts";
import { awsReads } from "./aws-reads.ts";
import { dnsReads } from "./dns-reads.ts";
import type { DomainReads } from "./facts.ts";
import { domainFindings } from "./findings.ts";

/**
 * Throws one error with all that the domain lacks, before anything is created, and prints what may fail
 * later. What cannot be read is said, and does not end the deployment. Gives the zone of the records.
 */
export const checkDomain = async (
  stage: string,
  { domain }: Pick<DeploymentSettings, "domain">,
  reads: DomainReads = { ...awsReads(), ...dnsReads() },
): Promise<string | undefined> => {
  if (!domain) return undefined;
  const { problems, warnings, zone } = await domainFindings({ stage, ...domain }, reads, clock.nowMs());
  for (const warning of warnings) console.warn(warning);
  if (problems.length > 0) throw new Error(`The deployment cannot begin.\n- ${problems.join("\n- ")}`);
  return zone;
};
