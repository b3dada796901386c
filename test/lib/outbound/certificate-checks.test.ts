import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { getJson, postForm, sendPost } from "#lib/outbound/guarded-calls.ts";
import {
  authority,
  certificateKey,
  endedCertificate,
  otherCertificate,
  rightCertificate,
} from "./certificates.ts";

const known = getCACertificates("default");
const withAuthority = [...known, authority];

let server: Server;
let received = 0;

afterEach(async () => {
  setDefaultCACertificates(known);
  server.close();
  await once(server, "close");
});

/** The address of a service that shows this certificate. */
const serve = async (cert: string): Promise<string> => {
  received = 0;
  server = createServer({ cert, key: certificateKey }, (_, response) => {
    received++;
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `https://localhost:${(server.address() as AddressInfo).port}/`;
};

const options = () => ({ signal: AbortSignal.timeout(5_000), mayBeInternal: true, answerBytes: 100 });

describe.each<[string, (url: string) => Promise<unknown>]>([
  ["of a webhook", (url) => sendPost(url, {}, Buffer.from("{}"), options())],
  ["of the WebSub hub", (url) => postForm(url, { "hub.mode": "publish" }, options())],
  ["for the keys of an issuer", (url) => getJson(url, options())],
])("a call %s", (_, send) => {
  test.each([
    ["signed by nobody known", rightCertificate, known, "unable to verify the first certificate"],
    ["of another host", otherCertificate, withAuthority, "does not match certificate's altnames"],
    ["that has ended", endedCertificate, withAuthority, "certificate has expired"],
  ])("tells nothing to a service with a certificate %s", async (_, certificate, trusted, problem) => {
    setDefaultCACertificates(trusted);
    await expect(send(await serve(certificate))).rejects.toThrow(problem);
    expect(received).toBe(0);
  });

  test("reaches the service whose certificate is right", async () => {
    setDefaultCACertificates(withAuthority);
    await send(await serve(rightCertificate));
    expect(received).toBe(1);
  });
});
