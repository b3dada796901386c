import type { DomainReads } from "./facts.ts";
import type { Notes } from "./notes.ts";

/** Names of Amazon's certificate authority in CAA records. Source: AWS, "Certificate Manager User Guide". */
const amazonIssuers = ["amazon.com", "amazontrust.com", "awstrust.com", "amazonaws.com"];

/** Warns where CAA records, which say who may issue certificates, leave Amazon out. */
export const checkIssuers = async (name: string, reads: DomainReads, notes: Notes): Promise<void> => {
  const found = await notes.known(
    `whether CAA records let Amazon issue the certificate of ${name}`,
    nearest(name, reads),
  );
  if (!found) return;
  const { at, issuers } = found;
  if (issuers.length === 0 || issuers.some((issuer) => amazonIssuers.includes(issuer))) return;
  const others = issuers.filter((issuer) => issuer !== "");
  notes.warnings.push(
    `The CAA records of ${at} let ${others.length === 0 ? "nobody" : `only ${others.join(", ")}`} issue certificates, so the one of ${name} cannot be issued or renewed: ` +
      `add 0 issue "amazon.com".`,
  );
};

/**
 * Finds the records that count: those of the name, else of the nearest domain above it that has any (RFC
 * 8659).
 */
const nearest = async (name: string, reads: DomainReads) => {
  const labels = name.split(".");
  for (let first = 0; first < labels.length - 1; first++) {
    const at = labels.slice(first).join(".");
    const issuers = await reads.issuers(at);
    if (issuers !== undefined) return { at, issuers };
  }
  return { at: name, issuers: [] };
};
