/** The hosts whose content a site may embed while its manifest names none. */
const usualHosts = ["youtube.com", "vimeo.com", "bsky.app", "mastodon.social"] as const;

/** Other names of hosts. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["youtu.be", "youtube.com"],
  ["youtube-nocookie.com", "youtube.com"],
  ["player.vimeo.com", "vimeo.com"],
]);

/** The name of a host without `www.`, and without the `m.` of pages for phones. */
export const plainHost = ({ hostname }: URL): string => hostname.replace(/^(?:www|m|music)\.(?=.*\.)/, "");

/** An address of the web on a usual port; undefined for other texts. */
export const usualWebUrl = (address: string): URL | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isUsual =
    url && /^https?:$/.test(url.protocol) && url.port === "" && url.username + url.password === "";
  return isUsual ? url : undefined;
};

/** The hosts of which a site takes embeds; undefined if the site does not take them. */
export const embedHostsOf = ({
  readyBlocks,
  embedHosts,
}: {
  readonly readyBlocks: readonly string[];
  readonly embedHosts: readonly string[];
}): readonly string[] | undefined => {
  if (!readyBlocks.includes("external_embed")) return undefined;
  return embedHosts.length > 0 ? embedHosts : usualHosts;
};

/**
 * The host of an address as manifests name it, such as `youtube.com` for `youtu.be`; undefined unless it is
 * one of these, and for what is no usual address of the web. Without a list, all hosts are taken.
 */
export const embedHost = (address: string, hosts?: readonly string[]): string | undefined => {
  const url = usualWebUrl(address);
  if (!url) return undefined;
  const host = aliases.get(plainHost(url)) ?? plainHost(url);
  return !hosts || hosts.includes(host) || hosts.includes(url.hostname) ? host : undefined;
};
