import type { JsonObject } from "#lib/json.ts";
import { Refusal } from "../../../../packages/client/src/index.ts";
import { readMedia } from "../../media/read-media.ts";
import { service } from "../../shell/service.ts";
import { texts } from "../../texts/index.ts";
import type { Fields } from "../../words/merge.ts";
import { htmlOf, picturesIn } from "./checks.ts";

/** What only the service can tell: alternative texts of pictures, links that lead nowhere, the size of the cover. */
export const thingsAsked = async (fields: Fields): Promise<readonly string[]> => {
  const { links } = linksIn(htmlOf(fields));
  const notes = await Promise.all([
    noteOnPictures(fields),
    ...links.slice(0, maxLinks).map(noteOnLink),
    noteOnCover(fields),
  ]);
  return notes.filter((note) => note !== undefined);
};

/** Links beyond these are not looked up. */
const maxLinks = 40;

/** A text shows the alternative texts of its pictures; a cover has one of its own. */
const noteOnPictures = async (fields: Fields): Promise<string | undefined> => {
  const pictures = picturesIn(fields).slice(0, maxPictures);
  const alts = await Promise.all(
    pictures.map((id) =>
      readMedia("image", id).then(
        ({ alt }) => alt,
        () => undefined,
      ),
    ),
  );
  const cover = (fields.cover_image as JsonObject | null | undefined)?.alt_text;
  const without = [...alts, cover].filter((alt) => alt === "").length;
  return without > 0 ? texts.publish.noAlt(without) : undefined;
};

/** Pictures beyond these are not looked up. */
const maxPictures = 200;

interface Link {
  readonly words: string;
  /** The id of the page, or its path below the site. */
  readonly target: number | string;
}

/** Links to pages of this site, each target once. A document of its own runs and loads nothing. */
const linksIn = (html: string): { readonly links: readonly Link[] } => {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const links = new Map<number | string, Link>();
  for (const link of body.querySelectorAll("a")) {
    const target = targetOf(link);
    if (target !== undefined) links.set(target, { words: link.textContent ?? "", target });
  }
  return { links: [...links.values()] };
};

const targetOf = (link: Element): number | string | undefined => {
  if (link.getAttribute("linktype") === "page") return Number(link.getAttribute("id"));
  const href = link.getAttribute("href") ?? "";
  if (href === "" || href.startsWith("#")) return undefined;
  const { origin, pathname } = new URL(href, location.origin);
  return origin === location.origin && !/^\/(?:api|media|accounts|cms|_\w+)\//.test(pathname)
    ? pathname
    : undefined;
};

const noteOnLink = async ({ words, target }: Link): Promise<string | undefined> => {
  try {
    if (typeof target === "number")
      await service.request("get", "/api/cms/pages/{id}/", { params: { id: target } });
    else
      await service.request("get", "/api/cms/pages/find/", {
        query: { html_path: target, redirects: "true" },
      });
    return undefined;
  } catch (error) {
    // What could not be asked is not said to be wrong.
    return error instanceof Refusal && error.status === 404
      ? texts.publish.deadLink(words, typeof target === "string" ? target : "")
      : undefined;
  }
};

/** The size that the large cards of most networks need, in pixels. */
const cardWidth = 1_200;
const cardHeight = 630;

const noteOnCover = async ({ cover_image: cover }: Fields): Promise<string | undefined> => {
  const id = (cover as JsonObject | null | undefined)?.id;
  if (typeof id !== "number") return undefined;
  try {
    const { width, height } = await service.request("get", "/api/editor/media/images/{id}/", {
      params: { id },
    });
    return width < cardWidth || height < cardHeight ? texts.publish.smallCover(width, height) : undefined;
  } catch {
    return undefined;
  }
};
