import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type StandInAccount, standInNameServers } from "#release/synthesis/aws-answers.ts";
import { startAwsStandIn } from "#release/synthesis/aws-stand-in.ts";
import { awsReads } from "../../../stacks/domain/aws-reads.ts";
import { checkDomain } from "../../../stacks/domain/check.ts";
import { dnsReads } from "../../../stacks/domain/dns-reads.ts";
import { type StandInNames, startDnsStandIn } from "./dns-stand-in.ts";

const name = "blog.example.org";
const arn = "arn:aws:acm:us-east-1:123456789012:certificate/own";

const zone = { id: "Z1", name: "example.org" };
const delegated: StandInNames = { "NS example.org": standInNameServers };
const own = { id: "EOWN", names: [name], tags: { "sst:app": "lectern", "sst:stage": "trial" } };

/** In the form of the example in its API reference. */
const certificate = {
  CertificateArn: arn,
  DomainName: name,
  SubjectAlternativeNames: [name],
  Status: "ISSUED",
  KeyAlgorithm: "RSA-2048",
  NotAfter: 4_102_444_800,
  RenewalEligibility: "ELIGIBLE",
};

const empty: StandInAccount = { zones: [], distributions: [], certificates: {}, denied: [] };
let account = empty;
let names: StandInNames = {};

let aws: Awaited<ReturnType<typeof startAwsStandIn>>;
let dns: Awaited<ReturnType<typeof startDnsStandIn>>;

beforeAll(async () => {
  aws = await startAwsStandIn(() => account);
  dns = await startDnsStandIn(() => names);
  vi.stubEnv("AWS_ENDPOINT_URL", aws.url);
  vi.stubEnv("SST_AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("SST_AWS_SECRET_ACCESS_KEY", "example");
});

afterAll(() => {
  vi.unstubAllEnvs();
  aws.stop();
  dns.stop();
});

beforeEach(() => {
  account = empty;
  names = {};
});

/** What a deployment of the stage `trial` is told, and the zone that it gets. */
const check = async (certificateArn?: string) => {
  const printed = vi.spyOn(console, "warn").mockImplementation(() => {});
  const reads = { ...awsReads(), ...dnsReads([dns.address]) };
  const ended = await checkDomain("trial", { domain: { name, certificate: certificateArn } }, reads).then(
    (found) => ({ zone: found, problems: "" }),
    (error: Error) => ({ zone: undefined, problems: error.message }),
  );
  const warnings = printed.mock.calls.map(([warning]) => warning as string);
  printed.mockRestore();
  return { ...ended, warnings };
};

describe("a domain in Route 53", () => {
  test("that is free and delegated is right, and its zone is the public one", async () => {
    account = {
      ...empty,
      zones: [{ ...zone, id: "Z0", isPrivate: true }, { id: "Z2", name: "example.com" }, zone],
    };
    names = { ...delegated, "CAA example.org": ["issue letsencrypt.org", "issue amazon.com; policy=ev"] };
    expect(await check()).toEqual({ zone: "Z1", problems: "", warnings: [] });
  });

  test("is right again when the stage has it", async () => {
    const records = ["A", "AAAA"].map((type) => ({ name, type, to: "eown.cloudfront.net" }));
    const others = [{ name: `www.${name}`, type: "A", to: "192.0.2.1" }];
    account = {
      ...empty,
      zones: [{ ...zone, records: [...records, ...others] }],
      distributions: [{ id: "EOTHER", names: ["www.example.org"] }, own],
    };
    names = delegated;
    expect(await check()).toEqual({ zone: "Z1", problems: "", warnings: [] });
  });

  test("ends the deployment with all that keeps it from the name", async () => {
    account = {
      ...empty,
      zones: [{ ...zone, records: [{ name, type: "CNAME", to: "sites.example.com" }] }],
      distributions: [{ ...own, tags: { ...own.tags, "sst:stage": "production" } }],
    };
    names = delegated;
    const { problems, zone: found } = await check();
    expect(problems.split("\n")).toEqual([
      "The deployment cannot begin.",
      "- The CloudFront distribution EOWN of this account, of the stage production, has the name blog.example.org already, and a name is of one only: remove it there, or choose another DOMAIN_NAME",
      "- The zone of example.org has records of blog.example.org already (CNAME to sites.example.com), and the deployment makes its own: delete them, or choose another DOMAIN_NAME",
    ]);
    expect(found).toBeUndefined();
  });

  test("whose records lead to another account's distribution is warned of that, too", async () => {
    account = { ...empty, zones: [{ ...zone, records: [{ name, type: "A", to: "d111.cloudfront.net" }] }] };
    names = delegated;
    const { problems, warnings } = await check();
    expect(problems).toContain("(A to d111.cloudfront.net)");
    expect(warnings).toEqual([
      expect.stringMatching(/^blog.example.org leads to d111.cloudfront.net, .* another account/),
    ]);
  });

  test("is warned of name servers and CAA records that others have", async () => {
    account = { ...empty, zones: [zone] };
    names = {
      "NS example.org": ["ns.registrar.example"],
      "CAA example.org": ["issue ;", "iodef mailto:a@example.org"],
    };
    const { problems, warnings } = await check();
    expect(problems).toBe("");
    expect(warnings).toEqual([
      expect.stringContaining("is served by ns.registrar.example, and not by those of its zone"),
      expect.stringContaining("The CAA records of example.org let nobody issue certificates"),
    ]);
  });

  test("of which nothing may be read is deployed, and everything that is not checked is said", async () => {
    account = {
      ...empty,
      zones: [{ ...zone, records: [{ name, type: "A", to: "d111.cloudfront.net" }] }],
      denied: ["cloudfront:ListDistributions", "route53:GetHostedZone"],
    };
    names = { ...delegated, "CAA blog.example.org": "fails" };
    const first = await check();
    expect(first).toEqual({
      zone: "Z1",
      problems: "",
      warnings: [
        expect.stringMatching(
          /^It could not be checked whether CloudFront has blog.example.org already: .*not authorized to perform: cloudfront:ListDistributions$/,
        ),
        expect.stringMatching(
          /^It could not be checked whether DNS leads to the zone of example.org: .*GetHostedZone$/,
        ),
        expect.stringMatching(
          /^It could not be checked whether CAA records let Amazon issue .*: queryCaa ESERVFAIL/,
        ),
      ],
    });
    account = { ...empty, denied: ["route53:ListHostedZones"] };
    names = delegated;
    const second = await check();
    expect(second).toEqual({
      zone: undefined,
      problems: "",
      warnings: [
        expect.stringMatching(/^It could not be checked whether Route 53 has a zone for .*ListHostedZones$/),
      ],
    });
  });
});

describe("a domain with a certificate of its own", () => {
  test("needs no zone, and may lead to the stage's distribution", async () => {
    account = { ...empty, certificates: { [arn]: certificate }, distributions: [own] };
    names = { [`CNAME ${name}`]: ["eown.cloudfront.net"] };
    expect(await check(arn)).toEqual({ zone: undefined, problems: "", warnings: [] });
  });

  test("is warned of if it leads to another account's distribution", async () => {
    account = { ...empty, certificates: { [arn]: certificate } };
    names = { [`CNAME ${name}`]: ["D111.cloudfront.net"] };
    expect((await check(arn)).warnings).toEqual([expect.stringContaining("leads to d111.cloudfront.net")]);
  });

  test("ends the deployment if the certificate is not there, or cannot be used", async () => {
    expect((await check(arn)).problems).toContain(
      "\n- The certificate of CERTIFICATE_ARN is not in this account",
    );
    account = {
      ...empty,
      certificates: { [arn]: { ...certificate, Status: "EXPIRED", KeyAlgorithm: "EC-secp384r1" } },
    };
    expect((await check(arn)).problems.split("\n").slice(1)).toEqual([
      "- The certificate of CERTIFICATE_ARN has expired: request another one",
      expect.stringMatching(/^- The certificate of CERTIFICATE_ARN has a key of the kind EC_secp384r1/),
    ]);
  });

  test("is deployed if the certificate may not be read", async () => {
    account = { ...empty, denied: ["acm:DescribeCertificate"] };
    expect(await check(arn)).toEqual({
      zone: undefined,
      problems: "",
      warnings: [
        expect.stringMatching(/^It could not be checked whether the certificate .*acm:DescribeCertificate$/),
      ],
    });
  });
});
