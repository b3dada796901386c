import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { signedHeaders } from "#lib/aws-signature.ts";
import { RoleSessions } from "./role-sessions.ts";
import { type SignedRequest, sessionOf } from "./signature.ts";

const now = "2026-03-01T12:00:00.000Z";
const sessions = new RoleSessions();
const { role, ...credentials } = sessions.of("Reader");
const body = Buffer.from('{"TableName":"TableTable"}');

/** As the service signs a request to DynamoDB, with these parts changed after that. */
const signed = (changed: Partial<SignedRequest> = {}): SignedRequest => {
  const url = new URL("https://dynamodb.eu-central-1.amazonaws.com/");
  const unsigned = { service: "dynamodb", method: "POST", url, headers: {}, bodyHash: hash("sha256", body) };
  const headers = signedHeaders({ region: "eu-central-1", credentials }, unsigned, now);
  return { method: "POST", url: "/", body, ...changed, headers: { ...headers, ...changed.headers } };
};

const judged = (request: SignedRequest, service = "dynamodb", at = now) =>
  sessionOf(request, service, sessions.withKey, Date.parse(at));

test("a request that the service has signed is of the role whose credentials it has", () => {
  expect(judged(signed()).role).toBe(role);
});

test.each<[what: string, complaint: string, judge: () => unknown]>([
  [
    "another body",
    "the body is not",
    () => judged(signed({ body: Buffer.from("{}"), headers: hashOf(body) })),
  ],
  ["another method", "does not match", () => judged(signed({ method: "GET" }))],
  ["another query", "does not match", () => judged(signed({ url: "/?a" }))],
  ["another token", "token", () => judged(signed({ headers: { "x-amz-security-token": "stolen" } }))],
  ["another service", "is for 20260301/eu-central-1/dynamodb/", () => judged(signed(), "ssm")],
  [
    "another region",
    "and not for 20260301/eu-west-1/dynamodb/",
    () => judged(signed({ headers: { host: "dynamodb.eu-west-1.amazonaws.com" } })),
  ],
  ["another time", "of another time", () => judged(signed(), "dynamodb", "2026-03-01T12:06:00.000Z")],
  ["no signature", "not signed", () => judged(signed({ headers: { authorization: undefined } }))],
])("a request with %s is refused", (_, complaint, judge) => {
  expect(judge).toThrow(complaint);
});

const hashOf = (content: Buffer) => ({ "x-amz-content-sha256": hash("sha256", content) });
