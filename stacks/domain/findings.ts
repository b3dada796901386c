import { checkCertificate } from "./certificate.ts";
import type { DomainReads } from "./facts.ts";
import { checkIssuers } from "./issuers.ts";
import { checkName, warnOfOtherAccount } from "./name.ts";
import { Notes } from "./notes.ts";
import { checkRecords } from "./records.ts";
import { checkZone } from "./zone.ts";

/** The domain of a stage. */
export interface StageDomain {
  readonly stage: string;
  readonly name: string;
  /** The ARN of one that exists. Without it, the deployment makes one, and records in Route 53. */
  readonly certificate: string | undefined;
}

export interface DomainFindings extends Pick<Notes, "problems" | "warnings"> {
  /** The zone in which the deployment is to make records, as far as it is known. */
  readonly zone: string | undefined;
}

/**
 * Checks what the domain of a site needs before anything is created. What AWS says ends the deployment; what
 * DNS says only warns, because answers of a network's own servers may be old or its own.
 */
export const domainFindings = async (
  { stage, name, certificate }: StageDomain,
  reads: DomainReads,
  nowMs: number,
): Promise<DomainFindings> => {
  const notes = new Notes();
  const distributions = await checkName(name, stage, reads, notes);
  if (certificate !== undefined) {
    await checkCertificate(name, certificate, reads, notes, nowMs);
    const targets = await notes.known(`where DNS leads ${name}`, reads.aliases(name));
    if (targets) warnOfOtherAccount(name, targets, distributions, notes);
    return { ...notes, zone: undefined };
  }
  const zone = await checkZone(name, reads, notes);
  if (zone) await checkRecords(name, zone, distributions, reads, notes);
  await checkIssuers(name, reads, notes);
  return { ...notes, zone: zone?.id };
};
