import { describe, expect, test } from "vitest";
import type { DomainReads, FoundCertificate, FoundZone } from "../../../stacks/domain/facts.ts";
import { domainFindings } from "../../../stacks/domain/findings.ts";
import { Notes } from "../../../stacks/domain/notes.ts";

const name = "blog.example.org";
const nameServers = ["ns-1.awsdns-01.org", "ns-2.awsdns-02.net"];
const zone: FoundZone = { id: "Z1", name: "example.org", isPrivate: false };

const certificate: FoundCertificate = {
  status: "ISSUED",
  names: [name],
  key: "RSA_2048",
  expiresAt: new Date("2027-06-01T00:00:00Z"),
  isRenewed: true,
};

const now = Date.parse("2026-11-23T00:00:00Z");

/** Of a domain that nobody has yet, whose zone is delegated, where this is otherwise. */
const findings = async (found: {
  readonly zones?: readonly FoundZone[];
  readonly nameServers?: readonly string[];
  readonly caa?: Readonly<Record<string, readonly string[]>>;
  readonly certificate?: FoundCertificate;
}) => {
  const reads: DomainReads = {
    distributions: async () => [],
    stageOf: async () => undefined,
    zones: async () => found.zones ?? [zone],
    nameServersOfZone: async () => nameServers,
    records: async () => [],
    certificate: async () => found.certificate ?? certificate,
    nameServers: async () => found.nameServers ?? nameServers.slice(1),
    aliases: async () => [],
    issuers: async (at) => found.caa?.[at],
  };
  const arn = found.certificate && "arn:aws:acm:us-east-1:123456789012:certificate/own";
  const domain = { stage: "trial", name, certificate: arn };
  const { problems, warnings } = await domainFindings(domain, reads, now);
  return { problems, warnings };
};

const nothing = { problems: [], warnings: [] };

describe("the zone of a domain", () => {
  test("that is there once and is delegated is right; the nearest one counts, and others do not", async () => {
    expect(await findings({})).toEqual(nothing);
    const nearest = { ...zone, id: "Z2", name };
    const others = ["org.example", "other-example.org", "log.example.org"].map((each) => ({
      ...zone,
      name: each,
    }));
    expect(await findings({ zones: [zone, nearest, ...others] })).toEqual(nothing);
    expect(await findings({ zones: [zone, { ...nearest, isPrivate: true }] })).toEqual(nothing);
  });

  test.each([
    ["that is missing", [], "no zone for it"],
    ["that is another domain's", [{ ...zone, name: "ample.org" }], "no zone for it"],
    ["that is private", [{ ...zone, isPrivate: true }], "only a private zone for it"],
    ["that is there twice", [zone, { ...zone, id: "Z2" }], "2 public zones named example.org (Z1, Z2)"],
  ])("%s ends the deployment", async (_, zones, sentence) => {
    const { problems, warnings } = await findings({ zones });
    expect([problems, warnings]).toEqual([[expect.stringContaining(sentence)], []]);
  });

  test.each([
    ["has no name servers", [], "has no name servers"],
    [
      "is served elsewhere",
      ["ns.registrar.example"],
      "is served by ns.registrar.example, and not by those of its zone",
    ],
  ])("that %s is warned of", async (_, servers, sentence) => {
    const { problems, warnings } = await findings({ nameServers: servers });
    expect([problems, warnings]).toEqual([[], [expect.stringContaining(sentence)]]);
    expect(warnings[0]).toContain("names ns-1.awsdns-01.org, ns-2.awsdns-02.net");
  });
});

describe("CAA records", () => {
  test.each([
    ["of the name that name Amazon", { [name]: ["amazonaws.com", "letsencrypt.org"] }],
    ["above those of the name, which decide", { [name]: ["amazon.com"], "example.org": ["letsencrypt.org"] }],
    ["of the name that say nothing of issuers", { [name]: [], "example.org": ["letsencrypt.org"] }],
    ["of the top level, which are not asked", { org: ["letsencrypt.org"] }],
  ])("%s are right", async (_, caa) => {
    expect(await findings({ caa })).toEqual(nothing);
  });

  test("that name others only are warned of, also those of a domain above", async () => {
    for (const at of [name, "example.org"])
      expect(await findings({ caa: { [at]: ["letsencrypt.org"] } })).toEqual({
        problems: [],
        warnings: [expect.stringContaining(`The CAA records of ${at} let only letsencrypt.org issue`)],
      });
  });
});

test("CAA records that let nobody issue certificates say so", async () => {
  expect((await findings({ caa: { [name]: [""] } })).warnings).toEqual([
    expect.stringContaining(`The CAA records of ${name} let nobody issue certificates`),
  ]);
});

test("what cannot be read is said with its reason, or the code of an error that says none", async () => {
  const notes = new Notes();
  const several = Object.assign(new AggregateError([], ""), { code: "ECONNREFUSED" });
  expect(await notes.known("this", Promise.reject(new Error("no right\nto it")))).toBeUndefined();
  expect(await notes.known("that", Promise.reject(several))).toBeUndefined();
  expect(notes.warnings).toEqual([
    "It could not be checked this: no right",
    "It could not be checked that: ECONNREFUSED",
  ]);
});

describe("a certificate of one's own", () => {
  test.each([
    ["for the name", {}],
    ["for all names of the domain", { names: ["example.org", "*.example.org"] }],
  ])("%s is right, and needs no zone", async (_, other) => {
    expect(await findings({ certificate: { ...certificate, ...other }, zones: [] })).toEqual(nothing);
  });

  test.each([
    ["is pending", { status: "PENDING_VALIDATION" }, "is not issued yet: create the records"],
    ["has expired", { status: "EXPIRED" }, "has expired"],
    ["timed out", { status: "VALIDATION_TIMED_OUT" }, "was not validated within three days"],
    ["was revoked", { status: "REVOKED" }, "is REVOKED"],
    ["is for another name", { names: ["example.org"] }, "is for example.org, and not for blog.example.org"],
    ["is for names of another level", { names: ["*.org"] }, "and not for blog.example.org"],
    ["has a key that CloudFront does not take", { key: "EC_secp521r1" }, "a key of the kind EC_secp521r1"],
  ])("that %s ends the deployment", async (_, other, sentence) => {
    const found = await findings({ certificate: { ...certificate, ...other } });
    expect(found).toEqual({ problems: [expect.stringContaining(sentence)], warnings: [] });
  });

  test("says all that is wrong with it", async () => {
    const other = { status: "EXPIRED", names: ["example.org"], key: "EC_secp521r1" };
    expect((await findings({ certificate: { ...certificate, ...other } })).problems).toHaveLength(3);
  });

  test("that ends within a month is warned of where AWS does not renew it", async () => {
    const ending = { ...certificate, expiresAt: new Date("2026-12-01T00:00:00Z") };
    expect(await findings({ certificate: ending })).toEqual(nothing);
    expect((await findings({ certificate: { ...ending, isRenewed: false } })).warnings).toEqual([
      "The certificate of CERTIFICATE_ARN ends at 2026-12-01T00:00:00.000Z, and AWS does not renew it.",
    ]);
  });
});
