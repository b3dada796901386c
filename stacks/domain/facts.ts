/** A zone of Route 53 in this account. */
export interface FoundZone {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
}

/** A record of a zone, and where it leads: addresses, or the name of a host. */
export interface FoundRecord {
  readonly type: string;
  readonly targets: readonly string[];
}

/** A CloudFront distribution of this account. */
export interface FoundDistribution {
  readonly id: string;
  readonly arn: string;
  /** CloudFront's own, such as `d111111abcdef8.cloudfront.net`. */
  readonly address: string;
  /** The names of sites, in lower case. */
  readonly names: readonly string[];
}

/** A certificate, as Certificate Manager describes it. */
export interface FoundCertificate {
  readonly status: string;
  /** Its domain and the others that it is for, such as `*.example.org`. */
  readonly names: readonly string[];
  readonly key: string;
  readonly expiresAt: Date | undefined;
  readonly isRenewed: boolean;
}

/**
 * Reads of AWS and DNS about a domain before a deployment. Names are in lower case, without a dot at their
 * end. Each read may reject, if it is not allowed.
 */
export interface DomainReads {
  readonly distributions: () => Promise<readonly FoundDistribution[]>;
  /** The stage whose distribution it is; undefined if it is of no deployment of Lectern. */
  readonly stageOf: (distribution: FoundDistribution) => Promise<string | undefined>;
  readonly zones: () => Promise<readonly FoundZone[]>;
  readonly nameServersOfZone: (zoneId: string) => Promise<readonly string[]>;
  /** The records by which browsers would find a host: A, AAAA and CNAME. */
  readonly records: (zoneId: string, name: string) => Promise<readonly FoundRecord[]>;
  /** The certificate; undefined if the account has none with this ARN. */
  readonly certificate: (arn: string) => Promise<FoundCertificate | undefined>;
  /** The name servers that DNS names for a domain; none if it names none. */
  readonly nameServers: (name: string) => Promise<readonly string[]>;
  /** The targets of the CNAME records of a name; none without records. */
  readonly aliases: (name: string) => Promise<readonly string[]>;
  /**
   * The issuers that the CAA records of exactly this name permit: an empty name stands for nobody, and there
   * is none if the records do not say. Undefined if there are no records.
   */
  readonly issuers: (name: string) => Promise<readonly string[] | undefined>;
}
