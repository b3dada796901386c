/** What an account has. */
export interface StandInAccount {
  readonly zones: readonly StandInZone[];
  readonly distributions: readonly StandInDistribution[];
  /** What Certificate Manager tells, by ARN. */
  readonly certificates: Readonly<Record<string, object>>;
  /** Actions that the deployer has no right to. */
  readonly denied: readonly string[];
}

interface StandInZone {
  readonly id: string;
  readonly name: string;
  readonly isPrivate?: boolean;
  readonly records?: readonly { readonly name: string; readonly type: string; readonly to: string }[];
}

interface StandInDistribution {
  readonly id: string;
  readonly names: readonly string[];
  readonly tags?: Readonly<Record<string, string>>;
}

/** The name servers of all zones. */
export const standInNameServers = ["ns-2048.awsdns-64.com", "ns-2049.awsdns-65.net"];

/** What an account answers to an action, by IAM's name of it: the examples of AWS's API references. */
export const answersOfAws: Readonly<
  Record<string, (account: StandInAccount, parameters: AskedOfAws) => string>
> = {
  "route53:ListHostedZones": ({ zones }, { marker }) => {
    const { item, next } = pageOf(zones, marker);
    return `<ListHostedZonesResponse xmlns="${route53}"><HostedZones>${item ? zoneXml(item) : ""}</HostedZones>
      <IsTruncated>${next !== undefined}</IsTruncated>${element("NextMarker", next)}<MaxItems>1</MaxItems></ListHostedZonesResponse>`;
  },
  "route53:GetHostedZone": ({ zones }, { id }) => {
    const servers = standInNameServers.map((name) => element("NameServer", name)).join("");
    return `<GetHostedZoneResponse xmlns="${route53}">${zoneXml(zones.find((zone) => zone.id === id)!)}
      <DelegationSet><NameServers>${servers}</NameServers></DelegationSet></GetHostedZoneResponse>`;
  },
  "route53:ListResourceRecordSets": ({ zones }, { id }) => {
    const { records = [] } = zones.find((zone) => zone.id === id)!;
    return `<ListResourceRecordSetsResponse xmlns="${route53}">
      <ResourceRecordSets>${records.map(recordXml).join("")}</ResourceRecordSets>
      <IsTruncated>false</IsTruncated><MaxItems>300</MaxItems></ListResourceRecordSetsResponse>`;
  },
  "cloudfront:ListDistributions": ({ distributions }, { marker }) => {
    const { item, next } = pageOf(distributions, marker);
    return `<DistributionList xmlns="${cloudFront}"><Marker>${marker ?? ""}</Marker>${element("NextMarker", next)}<MaxItems>1</MaxItems>
      <IsTruncated>${next !== undefined}</IsTruncated><Quantity>${item ? 1 : 0}</Quantity>
      ${item ? `<Items>${distributionXml(item)}</Items>` : ""}</DistributionList>`;
  },
  "cloudfront:ListTagsForResource": ({ distributions }, { resource }) => {
    const { tags = {} } = distributions.find(({ id }) => arnOf(id) === resource)!;
    const items = Object.entries(tags).map(
      ([key, value]) => `<Tag><Key>${key}</Key><Value>${value}</Value></Tag>`,
    );
    return `<Tags xmlns="${cloudFront}"><Items>${items.join("")}</Items></Tags>`;
  },
};

/** What of a request the answers depend on. */
export interface AskedOfAws {
  readonly id: string | undefined;
  readonly marker: string | undefined;
  readonly resource: string | undefined;
}

const route53 = "https://route53.amazonaws.com/doc/2013-04-01/";
const cloudFront = "http://cloudfront.amazonaws.com/doc/2020-05-31/";

const element = (name: string, value: string | undefined): string =>
  value === undefined ? "" : `<${name}>${value}</${name}>`;

/** One item a page. */
const pageOf = <Item extends { readonly id: string }>(items: readonly Item[], marker: string | undefined) => {
  const at = marker ? items.findIndex(({ id }) => id === marker) : 0;
  return { item: items[at], next: items[at + 1]?.id };
};

const zoneXml = ({ id, name, isPrivate = false, records = [] }: StandInZone): string =>
  `<HostedZone><Id>/hostedzone/${id}</Id><Name>${name}.</Name><CallerReference>myUniqueIdentifier</CallerReference>
    <Config><PrivateZone>${isPrivate}</PrivateZone></Config>
    <ResourceRecordSetCount>${records.length + 2}</ResourceRecordSetCount></HostedZone>`;

const recordXml = ({ name, type, to }: { name: string; type: string; to: string }): string => {
  const target = to.endsWith(".cloudfront.net")
    ? `<AliasTarget><HostedZoneId>Z2FDTNDATAQYW2</HostedZoneId><DNSName>${to}.</DNSName>
        <EvaluateTargetHealth>true</EvaluateTargetHealth></AliasTarget>`
    : `<TTL>300</TTL><ResourceRecords><ResourceRecord><Value>${to}</Value></ResourceRecord></ResourceRecords>`;
  return `<ResourceRecordSet><Name>${name}.</Name><Type>${type}</Type>${target}</ResourceRecordSet>`;
};

const distributionXml = ({ id, names }: StandInDistribution): string => {
  const items = names.map((name) => element("CNAME", name)).join("");
  return `<DistributionSummary><Id>${id}</Id><ARN>${arnOf(id)}</ARN><Status>Deployed</Status>
    <DomainName>${id.toLowerCase()}.cloudfront.net</DomainName>
    <Aliases><Quantity>${names.length}</Quantity>${items && `<Items>${items}</Items>`}</Aliases>
    <Comment></Comment><Enabled>true</Enabled></DistributionSummary>`;
};

const arnOf = (id: string): string => `arn:aws:cloudfront::123456789012:distribution/${id}`;
