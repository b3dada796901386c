import pLimit from "p-limit";
import { isFrameOf, postByHandle } from "#lib/blocks/ready/embed-frames.ts";
import { embedHost } from "#lib/blocks/ready/embed-hosts.ts";
import { attemptTime } from "#lib/deadline.ts";
import { guardedFetch } from "#lib/outbound/guarded-fetch.ts";
import { RefusedAddress } from "#lib/outbound/public-lookup.ts";
import { resolveReferences } from "#lib/richtext/character-references.ts";
import { htmlTokens } from "#lib/richtext/html-tokens.ts";
import { attributeIn } from "#lib/richtext/links.ts";
import { allowsPrivateAddresses } from "#lib/settings/requests.ts";

/** The most addresses that are looked up for one save, and how many of them at once. */
const maxAddresses = 10;
const addressesAtOnce = 4;

/** The time for all of them together. */
const allMs = 3_000;

/** The part of a page in which its link to oEmbed is looked for, and the most of an answer in JSON. */
const maxPageBytes = 524_288;
const maxJsonBytes = 65_536;

const maxFrameLength = 2_000;

/** The service that knows the DID of each handle of Bluesky, without a sign-in. */
const blueskyHandles = "https://public.api.bsky.app/xrpc/com.atproto.identity.resolveHandle";

interface Question {
  readonly signal: AbortSignal;
  /** True of hosts that may be asked, at first and after a redirect. */
  readonly isAsked: (url: URL) => boolean;
}

/**
 * Looks up the frames of embeds at these hosts (contract#embed-frames): those that were asked, each
 * with undefined where nothing usable was found. Never fails because of what is asked.
 */
export const lookUpFrames = async (
  addresses: readonly string[],
  hosts: readonly string[],
  limitMs = allMs,
): Promise<readonly (readonly [address: string, frame: string | undefined])[]> => {
  const signal = AbortSignal.timeout(attemptTime(limitMs));
  return pLimit(addressesAtOnce).map(addresses.slice(0, maxAddresses), async (address) => {
    const frame = await frameAt(address, hosts, signal).catch(() => undefined);
    return [address, frame] as const;
  });
};

const frameAt = async (
  address: string,
  hosts: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> => {
  const post = postByHandle(address);
  if (!post) return frameByOembed(new URL(address.replace(/^http:/i, "https:")), hosts, signal);
  const url = new URL(`${blueskyHandles}?handle=${encodeURIComponent(post.handle)}`);
  const isAsked = ({ hostname }: URL) => hostname === url.hostname;
  const { did } = await jsonAt(url, { signal, isAsked });
  return typeof did === "string" ? post.frameOf(did) : undefined;
};

/** Of oEmbed, only the address of a frame is used: its HTML is neither stored nor shown. */
const frameByOembed = async (
  page: URL,
  hosts: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> => {
  const question = { signal, isAsked: (url: URL) => embedHost(url.href, hosts) !== undefined };
  const text = await textAt(page, "text/html", maxPageBytes, question);
  const isOembed = (attributes: string) =>
    resolvedAttribute(attributes, "type").toLowerCase() === "application/json+oembed";
  const endpoint = urlsIn(text, { element: "link", attribute: "href", base: page, isMeant: isOembed }).find(
    question.isAsked,
  );
  if (!endpoint) return undefined;
  const { html } = await jsonAt(endpoint, question);
  if (typeof html !== "string") return undefined;
  const frames = urlsIn(html, { element: "iframe", attribute: "src", base: page });
  return frames
    .map(({ href }) => href)
    .find((href) => href.length <= maxFrameLength && isFrameOf(href, hosts));
};

interface Wanted {
  readonly element: string;
  readonly attribute: string;
  readonly base: URL;
  readonly isMeant?: (attributes: string) => boolean;
}

/** The addresses that an attribute of an element has in a text of HTML. */
const urlsIn = (html: string, { element, attribute, base, isMeant = () => true }: Wanted): readonly URL[] => {
  const urls: URL[] = [];
  for (const token of htmlTokens(html)) {
    if ("text" in token || token.closes || token.name !== element || !isMeant(token.attributes)) continue;
    const value = resolvedAttribute(token.attributes, attribute);
    if (value !== "" && URL.canParse(value, base)) urls.push(new URL(value, base));
  }
  return urls;
};

const resolvedAttribute = (attributes: string, name: string): string =>
  resolveReferences(attributeIn(attributes, name) ?? "").trim();

/** An answer in JSON; throws if it is no object, or too large. */
const jsonAt = async (url: URL, question: Question): Promise<Readonly<Record<string, unknown>>> => {
  // The beginning of what is larger is no JSON.
  const value: unknown = JSON.parse(await textAt(url, "application/json", maxJsonBytes, question));
  if (typeof value !== "object" || value === null) throw new Error(`${url} answered no object`);
  return value as Readonly<Record<string, unknown>>;
};

/** The beginning of what is at an address, which is asked by `https` only. */
const textAt = async (
  { href }: URL,
  accept: string,
  maxBytes: number,
  { signal, isAsked }: Question,
): Promise<string> => {
  const mayBeInternal = (next: URL): boolean => {
    if (next.protocol !== "https:" || !isAsked(next))
      throw new RefusedAddress(`${next} is at no enabled host`);
    return allowsPrivateAddresses();
  };
  // A connection that is kept would be of no use to a process that stands still until the next request.
  const headers = { accept, connection: "close" };
  const answer = await guardedFetch(href.replace(/^http:/, "https:"), { headers, signal }, mayBeInternal);
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`${href} answered ${answer.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString();
};
