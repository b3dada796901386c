import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type JWTHeaderParameters, SignJWT } from "jose";
import { afterAll, beforeAll } from "vitest";

/** A private key of Ed25519 in PKCS #8, without the key itself. */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** A key pair that is the same in every run. */
export const keyPair = (kid: string) => {
  const seed = Buffer.alloc(32, kid);
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: "der", type: "pkcs8" });
  return { kid, privateKey, jwk: publicJwk(privateKey, kid) };
};

export const publicJwk = (privateKey: KeyObject, kid: string): Readonly<Record<string, unknown>> => ({
  ...createPublicKey(privateKey).export({ format: "jwk" }),
  kid,
});

/** A token with these claims. */
export const signedToken = (
  claims: object,
  { kid, privateKey }: { readonly kid: string; readonly privateKey: KeyObject },
  header: Partial<JWTHeaderParameters> = {},
): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: "EdDSA", kid, ...header }).sign(privateKey);

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Issuers on this machine, below paths of one server: `add` makes one that publishes the keys, and gives its
 * name. Until then the service may call this machine.
 */
export const useIssuers = () => {
  const issuers = new Map<string, Respond>();
  const asked: string[] = [];
  let server: Server;
  beforeAll(async () => {
    process.env.SITE_ALLOW_PRIVATE_ADDRESSES = "true";
    server = createServer((request, response) => {
      const [, name = ""] = request.url!.split("/");
      asked.push(request.url!);
      const respond = issuers.get(name);
      if (respond) respond(request, response);
      else response.writeHead(404).end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    delete process.env.SITE_ALLOW_PRIVATE_ADDRESSES;
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answerWith = (name: string, respond: Respond): string => {
    issuers.set(name, respond);
    return `${origin()}/${name}`;
  };
  return {
    origin,
    /** Answers everything at the issuer in its own way. */
    answerWith,
    add: (name: string, keys: () => readonly object[], discovery: object = {}): string => {
      const issuer = `${origin()}/${name}`;
      return answerWith(name, (request, response) => {
        const document = { issuer, jwks_uri: `${issuer}/keys`, ...discovery };
        response.end(JSON.stringify(request.url!.endsWith("/keys") ? { keys: keys() } : document));
      });
    },
    /** What was asked of an issuer since the last time. */
    asked: (name: string): string[] => {
      const all = asked
        .filter((path) => path.startsWith(`/${name}/`))
        .map((path) => path.slice(name.length + 1));
      asked.splice(0);
      return all;
    },
  };
};
