import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { signedHeaders, type UnsignedRequest } from "#lib/aws-signature.ts";

const emptyHash = hash("sha256", "");

/** From AWS's signature test suite ("get-vanilla", "post-vanilla"). */
const suiteRequest = (method: string): UnsignedRequest => ({
  service: "service",
  method,
  url: new URL("https://example.amazonaws.com/"),
  headers: {},
  bodyHash: emptyHash,
});
const suiteKey = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };

/** From "Authenticating Requests: Using the Authorization Header" of the S3 API reference. */
const s3Request: UnsignedRequest = {
  service: "s3",
  method: "GET",
  url: new URL("https://examplebucket.s3.amazonaws.com/test.txt"),
  headers: { range: "bytes=0-9", "x-amz-content-sha256": emptyHash },
  bodyHash: emptyHash,
};
const s3Key = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};

test.each([
  {
    name: "a GET of the test suite",
    request: suiteRequest("GET"),
    key: suiteKey,
    now: "2015-08-30T12:36:00.000Z",
    signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
  },
  {
    name: "a POST of the test suite",
    request: suiteRequest("POST"),
    key: suiteKey,
    now: "2015-08-30T12:36:00.000Z",
    signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
  },
  {
    name: "a part of a file in S3",
    request: s3Request,
    key: s3Key,
    now: "2013-05-24T00:00:00.000Z",
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
])("$name is signed as AWS says", ({ request, key, now, signature }) => {
  const { authorization } = signedHeaders({ region: "us-east-1", credentials: key }, request, now);
  expect(authorization).toMatch(new RegExp(`Signature=${signature}$`));
});
