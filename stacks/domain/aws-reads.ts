import { ACMClient, DescribeCertificateCommand, ResourceNotFoundException } from "@aws-sdk/client-acm";
import {
  CloudFrontClient,
  ListTagsForResourceCommand,
  paginateListDistributions,
} from "@aws-sdk/client-cloudfront";
import {
  GetHostedZoneCommand,
  ListResourceRecordSetsCommand,
  paginateListHostedZones,
  Route53Client,
} from "@aws-sdk/client-route-53";
import { credentialsOfSst } from "../sst-credentials.ts";
import { plainName } from "./dns-reads.ts";
import type { DomainReads } from "./facts.ts";

type AwsReads = Omit<DomainReads, "nameServers" | "aliases" | "issuers">;

/**
 * Reads what the account has. It uses the SDK, because Pulumi cannot list distributions, and ends the
 * deployment itself if it may not read a certificate. Route 53 and CloudFront are in no region.
 */
export const awsReads = (): AwsReads => {
  const config = {
    // CloudFront takes certificates from this region alone.
    region: "us-east-1",
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
    ...credentialsOfSst(),
  };
  return {
    ...distributionReads(new CloudFrontClient(config)),
    ...zoneReads(new Route53Client(config)),
    certificate: (arn) => describedCertificate(new ACMClient(config), arn),
  };
};

const allOf = async <Page>(pages: AsyncIterable<Page>): Promise<readonly Page[]> => {
  const all: Page[] = [];
  for await (const page of pages) all.push(page);
  return all;
};

const distributionReads = (client: CloudFrontClient): Pick<AwsReads, "distributions" | "stageOf"> => ({
  distributions: async () => {
    const pages = await allOf(paginateListDistributions({ client }, {}));
    return pages.flatMap(({ DistributionList }) =>
      (DistributionList?.Items ?? []).map(({ Id = "", ARN = "", DomainName = "", Aliases }) => ({
        id: Id,
        arn: ARN,
        address: plainName(DomainName),
        names: (Aliases?.Items ?? []).map(plainName),
      })),
    );
  },
  stageOf: async ({ arn }) => {
    const { Tags } = await client.send(new ListTagsForResourceCommand({ Resource: arn }));
    const tags = new Map(Tags?.Items?.map(({ Key, Value }) => [Key, Value]));
    return tags.get("sst:app") === "lectern" ? tags.get("sst:stage") : undefined;
  },
});

const zoneReads = (client: Route53Client): Pick<AwsReads, "zones" | "nameServersOfZone" | "records"> => ({
  zones: async () => {
    const pages = await allOf(paginateListHostedZones({ client }, {}));
    return pages.flatMap(({ HostedZones = [] }) =>
      HostedZones.map(({ Id = "", Name = "", Config }) => ({
        id: Id.replace("/hostedzone/", ""),
        name: plainName(Name),
        isPrivate: Config?.PrivateZone ?? false,
      })),
    );
  },
  nameServersOfZone: async (zoneId) => {
    const { DelegationSet } = await client.send(new GetHostedZoneCommand({ Id: zoneId }));
    return (DelegationSet?.NameServers ?? []).map(plainName);
  },
  records: async (zoneId, name) => {
    // They are sorted by name, so that those of this one come first.
    const { ResourceRecordSets = [] } = await client.send(
      new ListResourceRecordSetsCommand({ HostedZoneId: zoneId, StartRecordName: name }),
    );
    return ResourceRecordSets.flatMap(({ Name = "", Type = "", AliasTarget, ResourceRecords = [] }) => {
      if (plainName(Name) !== name || !["A", "AAAA", "CNAME"].includes(Type)) return [];
      const targets = AliasTarget ? [AliasTarget.DNSName] : ResourceRecords.map(({ Value }) => Value);
      return [{ type: Type, targets: targets.map((target = "") => plainName(target)) }];
    });
  },
});

const describedCertificate = async (client: ACMClient, arn: string) => {
  try {
    const { Certificate } = await client.send(new DescribeCertificateCommand({ CertificateArn: arn }));
    const { Status = "", DomainName = "", SubjectAlternativeNames = [], ...others } = Certificate ?? {};
    return {
      status: Status,
      names: [...new Set([DomainName, ...SubjectAlternativeNames].map(plainName))],
      // Its answers have hyphens where its documentation has underscores.
      key: (others.KeyAlgorithm ?? "").replaceAll("-", "_"),
      expiresAt: others.NotAfter,
      isRenewed: others.RenewalEligibility === "ELIGIBLE",
    };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};
