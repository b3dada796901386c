import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fileKey, isFileKey } from "#lib/files/file-key.ts";
import { type FilePermit, signedUrl, verifySignedUrl } from "#lib/files/signature.ts";

const signing = { address: "https://example.org/some/files", signingKey: Buffer.alloc(32, 1) };
const now = Date.parse("2030-01-01T00:00:00Z");
const expiresAt = now / 1000 + 60;

const reading: FilePermit = { method: "GET", key: fileKey("audio/1.mp3"), expiresAt };
const writing: FilePermit = { ...reading, method: "PUT", contentType: "audio/mpeg", sizeBytes: 7 };

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a signed address", () => {
  test.each([
    ["reading", reading],
    ["reading as an attachment", { ...reading, contentDisposition: "attachment", cacheControl: "no-store" }],
    ["asking for headers", { ...reading, method: "HEAD" as const }],
    ["writing", writing],
    ["writing nothing", { ...writing, sizeBytes: 0, contentType: "" }],
  ])("carries the permit for %s, as a whole and as a request's target", (_, permit) => {
    const url = signedUrl(permit, signing);
    expect(url).toMatch(/^https:\/\/example\.org\/some\/files\/audio\/1\.mp3\?/);
    expect(verifySignedUrl(permit.method, url, signing)).toEqual(permit);
    expect(verifySignedUrl(permit.method, url.slice("https://example.org".length), signing)).toEqual(permit);
  });

  test("carries any key", () => {
    const segment = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
        const key = segments.join("/");
        fc.pre(isFileKey(key));
        expect(verifySignedUrl("GET", signedUrl({ ...reading, key }, signing), signing)?.key).toBe(key);
      }),
    );
  });

  test("is good until the second it expires", () => {
    const url = signedUrl(reading, signing);
    vi.setSystemTime(expiresAt * 1000 - 1);
    expect(verifySignedUrl("GET", url, signing)).toEqual(reading);
    vi.setSystemTime(expiresAt * 1000);
    expect(verifySignedUrl("GET", url, signing)).toBeUndefined();
  });

  test.each<[string, string | undefined, (url: string) => string]>([
    ["another method", "GET", (url) => url],
    ["a method that is never signed", "DELETE", (url) => url],
    ["no method", undefined, (url) => url],
    ["another key", "PUT", (url) => url.replace("1.mp3", "2.mp3")],
    ["a key that is none", "PUT", (url) => url.replace("audio/1.mp3", "audio/%2e%2e%2f1.mp3")],
    ["a key that is not encoded well", "PUT", (url) => url.replace("1.mp3", "%E0%A4%A")],
    ["another folder of the site", "PUT", (url) => url.replace("/some/files", "/some/other")],
    ["a later expiry", "PUT", (url) => url.replace(`expires=${expiresAt}`, `expires=${expiresAt + 1}`)],
    ["no expiry", "PUT", (url) => url.replace(`expires=${expiresAt}&`, "")],
    ["an expiry that is no number", "PUT", (url) => url.replace(`expires=${expiresAt}`, "expires=later")],
    ["another type", "PUT", (url) => url.replace("audio%2Fmpeg", "text%2Fhtml")],
    ["another size", "PUT", (url) => url.replace("size=7", "size=8")],
    ["headers of an answer", "PUT", (url) => url.replace("&signature", "&disposition=inline&signature")],
    ["no size", "PUT", (url) => url.replace("size=7&", "")],
    ["another signature", "PUT", (url) => url.replace(/signature=./, "signature=-")],
    ["no signature", "PUT", (url) => url.replace(/&signature=.*/, "")],
    ["no address", "PUT", () => "http://["],
  ])("permits nothing with %s", (_, method, change) => {
    expect(verifySignedUrl(method, change(signedUrl(writing, signing)), signing)).toBeUndefined();
  });

  test.each([0, 31])("neither signs nor verifies with a key of %i bytes", (length) => {
    const short = { ...signing, signingKey: Buffer.alloc(length) };
    expect(() => signedUrl(reading, short)).toThrow("the signing key has less than 32 bytes");
    expect(() => verifySignedUrl("GET", signedUrl(reading, signing), short)).toThrow("the signing key");
  });

  test("permits nothing where another key signs", () => {
    const other = { ...signing, signingKey: Buffer.alloc(32, 2) };
    expect(verifySignedUrl("GET", signedUrl(reading, other), signing)).toBeUndefined();
  });
});
