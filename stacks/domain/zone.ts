import { certain } from "#lib/certain.ts";
import type { DomainReads, FoundZone } from "./facts.ts";
import type { Notes } from "./notes.ts";

/**
 * The public zone of the domain, or of the nearest domain above it. By itself, SST would take the first of
 * this name, which may be a private one.
 */
export const checkZone = async (
  name: string,
  reads: DomainReads,
  notes: Notes,
): Promise<FoundZone | undefined> => {
  const all = await notes.known(`whether Route 53 has a zone for ${name}`, reads.zones());
  if (!all) return undefined;
  const zones = all.filter((zone) => isAtOrBelow(name, zone.name));
  const open = zones.filter(({ isPrivate }) => !isPrivate);
  const longest = Math.max(...open.map((zone) => zone.name.length));
  const nearest = open.filter((each) => each.name.length === longest);
  const [zone] = nearest;
  if (!zone) notes.problems.push(noZone(name, zones.length > 0));
  else if (nearest.length > 1) notes.problems.push(severalZones(nearest));
  else {
    await checkDelegation(zone, reads, notes);
    return zone;
  }
  return undefined;
};

const isAtOrBelow = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`);

const instead = "or set CERTIFICATE_ARN and create the records yourself (docs/deploy.md)";

const noZone = (name: string, hasPrivate: boolean): string =>
  `DOMAIN_NAME is ${name}, and Route 53 of this account has ${hasPrivate ? "only a private zone" : "no zone"} for it ` +
  `or a domain above it: create a public one, ${instead}`;

const severalZones = (zones: readonly FoundZone[]): string =>
  `Route 53 has ${zones.length} public zones named ${certain(zones[0]).name} (${zones.map(({ id }) => id).join(", ")}), and the records could ` +
  `go into one that nobody asks: delete those that the domain does not use, ${instead}`;

/**
 * Checks that DNS leads to the zone: Amazon validates the certificate by a record of it, as all others ask.
 */
const checkDelegation = async (zone: FoundZone, reads: DomainReads, notes: Notes): Promise<void> => {
  const found = await notes.known(
    `whether DNS leads to the zone of ${zone.name}`,
    Promise.all([reads.nameServersOfZone(zone.id), reads.nameServers(zone.name)]),
  );
  if (!found) return;
  const [ofZone, named] = found;
  if (named.some((server) => ofZone.includes(server))) return;
  const served = named.length === 0 ? "has no name servers" : `is served by ${named.join(", ")}`;
  notes.warnings.push(
    `The domain ${zone.name} ${served}, and not by those of its zone. Its certificate cannot be issued, and the deployment waits ` +
      `75 minutes for it in vain, unless the domain's registrar names ${ofZone.join(", ")}.`,
  );
};
