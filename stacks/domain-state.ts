/** A public or private zone of Route 53. */
export interface FoundZone {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly nameServers: readonly string[];
}

/** A certificate, as Certificate Manager describes it. */
export interface FoundCertificate {
  readonly status: string;
  /** Its domain and the others that it is for, such as `*.example.org`. */
  readonly names: readonly string[];
  readonly expiresAt: string | undefined;
  readonly isRenewed: boolean;
}

/** What is known about a domain before a deployment. Each may reject, where it may not be read. */
export interface DomainReads {
  /** The zones of the account that the deployer may read. */
  readonly zones: () => Promise<readonly FoundZone[]>;
  readonly certificate: (arn: string) => Promise<FoundCertificate>;
  /** The name servers that DNS names for a domain; none if it names none. */
  readonly nameServers: (name: string) => Promise<readonly string[]>;
  /**
   * Who may issue certificates, by the CAA records of exactly this name: an empty name stands for nobody, and
   * there is none if the records do not say. Undefined if there are no records.
   */
  readonly issuers: (name: string) => Promise<readonly string[] | undefined>;
}

interface Domain {
  readonly name: string;
  readonly certificate: string | undefined;
}

/** What ends the deployment, and what may make it fail later. */
export interface DomainFindings {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Checks what the domain of a site needs before anything is created. What AWS says ends the deployment; what
 * DNS says only warns, because answers of a network's own servers may be old or its own.
 */
export const domainFindings = async (
  { name, certificate }: Domain,
  reads: DomainReads,
  nowMs: number,
): Promise<DomainFindings> => {
  if (certificate !== undefined)
    return certificateFindings(name, await reads.certificate(certificate), nowMs);
  const zones = (await reads.zones()).filter((zone) => isAtOrBelow(name, zone.name));
  const open = zones.filter(({ isPrivate }) => !isPrivate);
  const longest = Math.max(...open.map((zone) => zone.name.length));
  const [zone, ...others] = open.filter((each) => each.name.length === longest);
  if (!zone) return { problems: [noZone(name, zones.length > 0)], warnings: [] };
  if (others.length > 0) return { problems: [severalZones([zone, ...others])], warnings: [] };
  const warnings = await Promise.all([delegationWarning(zone, reads), issuerWarning(name, reads)]);
  return { problems: [], warnings: warnings.filter((warning) => warning !== undefined) };
};

const isAtOrBelow = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`);

const instead = "or set CERTIFICATE_ARN and create the records yourself (docs/deploy.md)";

const noZone = (name: string, hasPrivate: boolean): string =>
  `DOMAIN_NAME is ${name}, and Route 53 of this account has ${hasPrivate ? "only a private zone" : "no zone"} for it ` +
  `or a domain above it, as far as the deployer may read: create a public one, ${instead}`;

const severalZones = (zones: readonly FoundZone[]): string =>
  `Route 53 has ${zones.length} public zones named ${zones[0]!.name} (${zones.map(({ id }) => id).join(", ")}), and the records could ` +
  `go into one that nobody asks: delete those that the domain does not use, ${instead}`;

const delegationWarning = async (zone: FoundZone, reads: DomainReads): Promise<string | undefined> => {
  const named = await reads.nameServers(zone.name);
  if (named.some((server) => zone.nameServers.includes(server))) return undefined;
  return (
    `The domain ${zone.name} ${named.length === 0 ? "has no name servers" : `is served by ${named.join(", ")}`}, and not by those of its zone. ` +
    `Its certificate cannot be issued, and the deployment waits for it in vain, until the domain's registrar names ${zone.nameServers.join(", ")}.`
  );
};

/** Names of Amazon's certificate authority in CAA records. Source: AWS, "Certificate Manager User Guide". */
const amazonIssuers = ["amazon.com", "amazontrust.com", "awstrust.com", "amazonaws.com"];

/** The records of the name count, or else those of the nearest domain above it that has any (RFC 8659). */
const issuerWarning = async (name: string, reads: DomainReads): Promise<string | undefined> => {
  const labels = name.split(".");
  for (let first = 0; first < labels.length - 1; first++) {
    const at = labels.slice(first).join(".");
    const issuers = await reads.issuers(at);
    if (issuers === undefined) continue;
    if (issuers.length === 0 || issuers.some((issuer) => amazonIssuers.includes(issuer))) return undefined;
    const others = issuers.filter((issuer) => issuer !== "");
    return (
      `The CAA records of ${at} let ${others.length === 0 ? "nobody" : `only ${others.join(", ")}`} issue certificates, so the one of ${name} cannot be issued or renewed: ` +
      `add 0 issue "amazon.com".`
    );
  }
  return undefined;
};

/** What to do about a certificate that is not issued. Others are told their status. */
const remedies: Readonly<Record<string, string>> = {
  PENDING_VALIDATION:
    "is not issued yet: create the records that Certificate Manager shows for it, and deploy when it is issued",
  EXPIRED: "has expired: request another one",
  VALIDATION_TIMED_OUT: "was not validated within three days: request another one, and create its records",
};

const monthMs = 30 * 24 * 3_600_000;

const certificateFindings = (
  name: string,
  { status, names, expiresAt, isRenewed }: FoundCertificate,
  nowMs: number,
): DomainFindings => {
  const problems = [
    ...(status === "ISSUED"
      ? []
      : [`The certificate of CERTIFICATE_ARN ${remedies[status] ?? `is ${status}: request another one`}`]),
    ...(names.some((each) => covers(each, name))
      ? []
      : [`The certificate of CERTIFICATE_ARN is for ${names.join(", ")}, and not for ${name}`]),
  ];
  const endsSoon = expiresAt !== undefined && !isRenewed && Date.parse(expiresAt) - nowMs < monthMs;
  const warning = `The certificate of CERTIFICATE_ARN ends at ${expiresAt}, and AWS does not renew it.`;
  return { problems, warnings: problems.length === 0 && endsSoon ? [warning] : [] };
};

/** An asterisk stands for one label. */
const covers = (pattern: string, name: string): boolean =>
  pattern.startsWith("*.") ? name.replace(/^[^.]+/, "*") === pattern : name === pattern;
