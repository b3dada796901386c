import { embedHost, plainHost, usualWebUrl } from "./embed-hosts.ts";

/** A provider whose frames are made from a template. */
interface Provider {
  readonly frameHost: string;
  /** The address of the frame; undefined for addresses that the template does not know. */
  readonly frameOf: (url: URL) => string | undefined;
  /** True for an address whose frame can only be looked up. */
  readonly isLookedUp?: (url: URL) => boolean;
}

const youtubeId = (url: URL): string | undefined => {
  const [first = "", second] = stepsOf(url);
  const isShort = plainHost(url) === "youtu.be";
  if (isShort) return first;
  if (first === "watch") return url.searchParams.get("v") ?? undefined;
  return ["embed", "shorts", "live", "v"].includes(first) ? second : undefined;
};

/** The seconds that `90`, `90s` or `1h2m3s` say; undefined for other texts. */
const secondsOf = (text: string | null): number | undefined => {
  const [said, hours, minutes, seconds] =
    /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text ?? "") ?? [];
  const sum = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return said && sum > 0 ? sum : undefined;
};

const youtube: Provider = {
  frameHost: "www.youtube-nocookie.com",
  frameOf: (url) => {
    const id = youtubeId(url);
    if (!id || !/^(?!videoseries$|live_stream$)[\w-]{11}$/.test(id)) return undefined;
    const { searchParams, hash } = url;
    const start = secondsOf(
      searchParams.get("t") ?? searchParams.get("start") ?? /^#t=(\w+)$/.exec(hash)?.[1] ?? null,
    );
    return `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ""}`;
  },
};

const vimeo: Provider = {
  frameHost: "player.vimeo.com",
  frameOf: (url) => {
    // `/ID`, `/ID/HASH` of unlisted videos, `/video/ID`, and IDs within channels and groups.
    const [, id, inPath] =
      /^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/|showcase\/\d+\/video\/)?(\d{1,12})(?:\/([\da-f]{6,20}))?\/?$/.exec(
        url.pathname,
      ) ?? [];
    if (!id) return undefined;
    const secret = inPath ?? /^[\da-f]{6,20}$/.exec(url.searchParams.get("h") ?? "")?.[0];
    const seconds = secondsOf(/^#t=(\w+)$/.exec(url.hash)?.[1] ?? null);
    return `https://player.vimeo.com/video/${id}?${secret ? `h=${secret}&` : ""}dnt=1${seconds ? `#t=${seconds}s` : ""}`;
  },
};

/** A post of Bluesky, by whom it is and its key; the author is a handle or a DID. */
const blueskyPost = (url: URL): { readonly author: string; readonly key: string } | undefined => {
  const [, author, key] = /^\/profile\/([\w.:-]{3,253})\/post\/([\w.~-]{1,100})\/?$/.exec(url.pathname) ?? [];
  return author && key && plainHost(url) === "bsky.app" ? { author, key } : undefined;
};

const blueskyFrame = (did: string, key: string): string | undefined =>
  /^did:[a-z]+:[\w.:-]{3,200}$/.test(did)
    ? `https://embed.bsky.app/embed/${did}/app.bsky.feed.post/${key}`
    : undefined;

/** A post of Bluesky whose address names its author by a handle. */
export interface PostByHandle {
  readonly handle: string;
  /** Its frame; undefined for texts that are no DID. */
  readonly frameOf: (did: string) => string | undefined;
}

/** The post of Bluesky that an address names by a handle; undefined for other addresses. */
export const postByHandle = (address: string): PostByHandle | undefined => {
  const url = usualWebUrl(address);
  const post = url && blueskyPost(url);
  if (!post || blueskyFrame(post.author, post.key)) return undefined;
  return { handle: post.author, frameOf: (did) => blueskyFrame(did, post.key) };
};

const bluesky: Provider = {
  frameHost: "embed.bsky.app",
  frameOf: (url) => {
    const post = blueskyPost(url);
    return post && blueskyFrame(post.author, post.key);
  },
  // Frames name authors by their DID, which an address with a handle does not say.
  isLookedUp: (url) => blueskyPost(url) !== undefined,
};

const providers: ReadonlyMap<string, Provider> = new Map([
  ["youtube.com", youtube],
  ["vimeo.com", vimeo],
  ["bsky.app", bluesky],
]);

/** A post of a Mastodon server, by somebody of that server: others are only shown by their own. */
const mastodonFrame = (url: URL): string | undefined => {
  const [, post] = /^(\/@\w{1,60}\/\d{1,30})(?:\/embed)?\/?$/.exec(url.pathname) ?? [];
  return post && `https://${url.hostname}${post}/embed`;
};

const stepsOf = ({ pathname }: URL): string[] => pathname.split("/").filter((step) => step !== "");

/** An address as a site takes it. */
export interface Embeddable {
  /** The host as manifests name it, such as `youtube.com` for `youtu.be`. */
  readonly host: string;
  /** The address of the frame by the provider's template; undefined if there is none. */
  readonly frame: string | undefined;
  /** True where a frame may be looked up. */
  readonly isLookedUp: boolean;
}

/** What an address of a host that the site takes is; undefined for others. Without a list, all are taken. */
export const embeddable = (address: string, hosts?: readonly string[]): Embeddable | undefined => {
  const host = embedHost(address, hosts);
  if (host === undefined) return undefined;
  const url = new URL(address);
  const known = providers.get(host);
  const frame = known ? known.frameOf(url) : mastodonFrame(url);
  const isLookedUp = known ? known.isLookedUp?.(url) === true : url.pathname.length > 1;
  return { host, frame, isLookedUp: frame === undefined && isLookedUp };
};

/** True for an address of `https` at a host whose frames a site with these hosts shows. */
export const isFrameOf = (frame: string, hosts: readonly string[]): boolean => {
  const url = usualWebUrl(frame);
  if (url?.protocol !== "https:") return false;
  return hosts.some((host) => {
    const known = providers.get(host);
    return known ? known.frameHost === url.hostname : [host, `www.${host}`].includes(url.hostname);
  });
};

/** What the frame of an embed has inside: a video, or a post of a network, which is higher than wide. */
export const isPostFrame = (frame: string): boolean =>
  frame.startsWith("https://embed.bsky.app/") || /^https:\/\/[^/]+\/@\w+\/\d+\/embed$/.test(frame);
