import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import { type Statement, statementsOfRole } from "../deployed.ts";
import { arnOnAws, statementsOfDeployer } from "./deployer-role.ts";
import { endpoints } from "./endpoints.ts";
import type { AwsOptions } from "./options.ts";
import { type Asked, isAllowed } from "./policies.ts";
import { deployerRole, type RoleSession } from "./role-sessions.ts";
import { SignatureError, type SignedRequest, sessionOf } from "./signature.ts";

/** AWS's endpoints on one port: each request's signature is checked, and what its role may do. */
export const startAwsEndpoints = async (options: AwsOptions) => {
  const { key, certificate } = options.certificate;
  const mayDo = decider(options);
  const server = createServer({ key, cert: certificate }, (request, response) => {
    answer(options, mayDo, request, response).catch((error) => {
      // Its process has given up or ended while it asked.
      if (request.destroyed && !request.complete) return;
      options.ledger.find("request to AWS unknown", request.headers.host ?? "", String(error.stack));
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  // Frozen processes cannot see that a connection was closed.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const answer = async (
  options: AwsOptions,
  mayDo: ReturnType<typeof decider>,
  incoming: IncomingMessage,
  response: ServerResponse,
) => {
  const { ledger } = options;
  const { method = "", url = "", headers } = incoming;
  const request = { method, url, headers, body: await buffer(incoming) };
  const host = headers.host ?? "";
  if (host.includes(".execute-api.")) return options.answerApi(request, response);
  const service = /\.s3\.[\w-]+\.amazonaws\.com$/.test(host) ? "s3" : host.split(".")[0]!;
  const session = checked(request, options, service);
  if (!session) {
    response.writeHead(403, { "content-type": "application/xml" });
    response.end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
    return;
  }
  ledger.requests++;
  const handler = endpoints[service];
  if (!handler) throw new Error(`This stand-in of AWS does not know the service ${service}.`);
  const may = (...asked: readonly Asked[]) => asked.every((each) => mayDo(session, each));
  await handler({ ...request, session, response, options, may });
};

const checked = (request: SignedRequest, { ledger, sessions }: AwsOptions, service: string) => {
  try {
    return sessionOf(request, service, sessions.withKey);
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    ledger.find("wrong signature", service, `${request.method} ${request.url}: ${error.message}`);
    return undefined;
  }
};

/** Decides about a role by what it may do after the last deployment; what is refused is a finding. */
const decider = (options: AwsOptions) => {
  const { ledger, changeStatements = (own) => own } = options;
  const known = new WeakMap<Deployment, Map<string, readonly Statement[]>>();
  const ofDeployer = statementsOfDeployer("production");
  const statementsOf = (role: string): readonly Statement[] => {
    const { deployment } = options;
    const byRole = known.get(deployment) ?? new Map<string, readonly Statement[]>();
    known.set(deployment, byRole);
    const statements = byRole.get(role) ?? changeStatements(statementsOfRole(deployment, role));
    byRole.set(role, statements);
    return statements;
  };
  return ({ role }: RoleSession, asked: Asked): boolean => {
    if (role === undefined) return true;
    ledger.decisions++;
    const allowed =
      role === deployerRole
        ? isAllowed(ofDeployer, { ...asked, resource: arnOnAws(options.deployment, asked.resource) })
        : isAllowed(statementsOf(role), asked);
    if (!allowed) ledger.find("refused by IAM", role, JSON.stringify(asked));
    return allowed;
  };
};
