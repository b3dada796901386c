import { embeddable } from "#lib/blocks/ready/embed-frames.ts";
import { elementsIn, type HtmlElement } from "./html-tree.ts";
import { pictureText } from "./pictures.ts";

/** Content of another site whose frame Lectern makes itself. */
export interface FoundEmbed {
  /** The address of its page. */
  readonly url: string;
  /** The host as manifests name it. */
  readonly host: string;
}

/** The embed at the address of a page or of a frame; undefined for hosts of which there is no template. */
export const embedAt = (address: string): FoundEmbed | undefined => {
  const written = withQuery(addressWithScheme(address));
  const url = pageOfPostFrame(written) ?? written;
  const found = embeddable(url);
  if (!found || (found.frame === undefined && found.host !== "bsky.app")) return undefined;
  if (found.frame === undefined) return found.isLookedUp ? { url, host: found.host } : undefined;
  const page = isFrame(new URL(url)) ? pageOfFrame(found.frame, new URL(url)) : url;
  return { url: page, host: found.host };
};

export const addressWithScheme = (address: string): string =>
  address.startsWith("//") ? `https:${address}` : address;

/** Players of Flash had `/v/ID&hl=en`. */
const withQuery = (address: string): string => address.replace(/(\/(?:v|embed)\/[\w-]{11})&/, "$1?");

const pageOfPostFrame = (address: string): string | undefined => {
  const [, author, key] =
    /^https?:\/\/embed\.bsky\.app\/embed\/([\w.:-]+)\/app\.bsky\.feed\.post\/([\w.~-]+)/.exec(address) ?? [];
  return author && `https://bsky.app/profile/${author}/post/${key}`;
};

const isFrame = ({ hostname, pathname }: URL): boolean =>
  /(?:^|\.)(?:youtube-nocookie\.com|player\.vimeo\.com)$/.test(hostname) ||
  /^\/(?:embed|v)\/|\/embed\/?$/.test(pathname);

/** The page that shows what a frame shows, at the same time of a video, and in the same list of videos. */
const pageOfFrame = (frame: string, written: URL): string => {
  const { hostname, pathname, searchParams, hash } = new URL(frame);
  const [, id = ""] = /\/([\w-]+)$/.exec(pathname) ?? [];
  if (hostname === "player.vimeo.com") {
    const secret = searchParams.get("h");
    return `https://vimeo.com/${id}${secret ? `/${secret}` : ""}${hash}`;
  }
  if (hostname !== "www.youtube-nocookie.com") return frame.replace(/\/embed$/, "");
  const page = new URL("https://www.youtube.com/watch");
  page.searchParams.set("v", id);
  const list = written.searchParams.get("list");
  if (list) page.searchParams.set("list", list);
  const start = searchParams.get("start");
  if (start) page.searchParams.set("t", `${start}s`);
  return page.href;
};

/** The address of a video that a template names by its id, or by its address; undefined for other texts. */
export const addressOfVideo = (provider: "youtube" | "vimeo", text: string): string | undefined => {
  const said = text.trim();
  if (/^https?:\/\/[^\s<>]+$/i.test(said)) return said;
  if (provider === "vimeo") return /^\d+(?:\/\w+)?$/.test(said) ? `https://vimeo.com/${said}` : undefined;
  return /^[\w-]+$/.test(said) ? `https://www.youtube.com/watch?v=${said}` : undefined;
};

/** The address of what an element embeds, also where it is loaded late or by a script; "" for none. */
export const addressOfEmbed = ({ name, attributes, children }: HtmlElement): string => {
  const { src, data } = attributes;
  const movie = [...elementsIn(children)].map((inner) =>
    inner.name === "param" && inner.attributes.name === "movie"
      ? inner.attributes.value
      : inner.attributes.src,
  );
  const candidates = [
    ...[src, attributes["data-src"], attributes["data-lazy-src"], attributes["data-litespeed-src"]],
    ...(name === "object" ? [data, ...movie] : []),
  ].map((each) => each?.trim() ?? "");
  return candidates.find((each) => /^(?:https?:)?\/\/./i.test(each)) ?? src ?? "";
};

/** The page of a post that a script makes a frame of; its text stands there until then. */
export const addressOfQuotedPost = ({ name, attributes }: HtmlElement): string | undefined => {
  if (name !== "blockquote") return undefined;
  const [, author, key] =
    /^at:\/\/([\w.:-]+)\/app\.bsky\.feed\.post\/([\w.~-]+)$/.exec(attributes["data-bluesky-uri"] ?? "") ?? [];
  return author ? `https://bsky.app/profile/${author}/post/${key}` : attributes["data-embed-url"];
};

/** The title of a frame, unless every frame of its provider has it. */
export const titleOfEmbed = ({ name, attributes }: HtmlElement): string => {
  const title = name === "iframe" ? pictureText(attributes.title ?? "") : "";
  return /^(?:youtube|vimeo)?(?:[ -]?(?:video|embed))*(?:[ -]?player)?$/i.test(title) ? "" : title;
};
