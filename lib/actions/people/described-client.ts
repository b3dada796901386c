import { clock, isStillAhead } from "#lib/clock.ts";
import { limiter } from "#lib/limiter.ts";
import { addressFault } from "#lib/outbound/callable-address.ts";
import { getJson } from "#lib/outbound/guarded-calls.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { allowsPrivateAddresses } from "#lib/settings/requests.ts";
import { type AgentClient, maxClientNameLength } from "#lib/site/agent-grant.ts";
import { plainLine } from "#lib/site/plain-line.ts";
import { redirectFault } from "#lib/site/redirect-address.ts";

/** Why the document at an address describes no client; for people. */
export class NoDescription extends Error {
  override readonly name = "NoDescription";
}

/** A description is used for as long before it is fetched again. */
const freshMs = 5 * 60_000;

const timeoutMs = 5_000;
const maxDocumentBytes = 65_536;
const maxKnown = 200;

const known = new Map<string, { readonly client: AgentClient; readonly fetchedAtMs: number }>();

/** People ask for it, one page at a time; more is somebody who uses this service to ask others. */
const inTurn = limiter({ maxRunning: 4, maxWaiting: 16 });

/**
 * The client that the document at an address describes (OAuth Client ID Metadata Document). Throws a
 * {@link NoDescription}. One request to the host of the address, which follows no redirects, unless this
 * process has asked in the last five minutes. Refuses `busy`.
 */
export const describedClient = async (address: string): Promise<AgentClient> => {
  const found = known.get(address);
  if (found && isStillAhead(found.fetchedAtMs + freshMs, freshMs)) return found.client;
  const client = await inTurn(() => fetchDescription(address));
  if (known.size >= maxKnown) known.clear();
  known.set(address, { client, fetchedAtMs: clock.nowMs() });
  return client;
};

const fetchDescription = async (address: string): Promise<AgentClient> => {
  const mayBeInternal = allowsPrivateAddresses();
  const fault = addressFault(address, mayBeInternal);
  if (fault !== undefined) throw new NoDescription(fault);
  const url = new URL(address);
  if (url.href !== address || url.hash !== "" || url.pathname === "/")
    throw new NoDescription("The address is not written as that of a document.");
  const document = await getJson(address, {
    signal: AbortSignal.timeout(timeoutMs),
    mayBeInternal,
    answerBytes: maxDocumentBytes,
  }).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    throw new NoDescription("There is no such document at the address.");
  });
  return clientIn(document, address);
};

const clientIn = (document: Readonly<Record<string, unknown>>, address: string): AgentClient => {
  const { client_id, client_name, redirect_uris } = document;
  if (client_id !== address) throw new NoDescription("The document describes another client.");
  const redirects = Array.isArray(redirect_uris) ? redirect_uris.filter(isUsableRedirect) : [];
  return { id: address, name: plainLine(client_name, maxClientNameLength), redirects };
};

/** Clients name addresses for other services, too, that are none here. */
const isUsableRedirect = (address: unknown): address is string =>
  typeof address === "string" && redirectFault(address) === undefined;
