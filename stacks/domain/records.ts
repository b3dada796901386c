import type { DomainReads, FoundRecord, FoundZone } from "./facts.ts";
import { type Distributions, isDistribution, warnOfOtherAccount } from "./name.ts";
import type { Notes } from "./notes.ts";

/**
 * Refuses records of others: the deployment does not replace them, because they may lead to a site in use.
 */
export const checkRecords = async (
  name: string,
  zone: FoundZone,
  distributions: Distributions | undefined,
  reads: DomainReads,
  notes: Notes,
): Promise<void> => {
  const what = `whether the zone of ${zone.name} has records of ${name} already`;
  const records = await notes.known(what, reads.records(zone.id, name));
  const others = records?.filter((record) => !mayBeOwn(record, distributions)) ?? [];
  if (others.length === 0) return;
  const listed = others.map(({ type, targets }) => `${type} to ${targets.join(", ")}`);
  notes.problems.push(
    `The zone of ${zone.name} has records of ${name} already (${listed.join("; ")}), and the deployment makes its own: ` +
      "delete them, or choose another DOMAIN_NAME",
  );
  warnOfOtherAccount(name, [...new Set(others.flatMap(({ targets }) => targets))], distributions, notes);
};

/**
 * True if an earlier deployment may have made it: those to CloudFront, where distributions cannot be read.
 */
const mayBeOwn = ({ targets }: FoundRecord, distributions: Distributions | undefined): boolean =>
  targets.every((target) => (distributions ? target === distributions.own?.address : isDistribution(target)));
