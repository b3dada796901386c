import { type StoredBlock, storedBlocks } from "#lib/blocks/sections.ts";
import { galleryEntries } from "#lib/blocks/stored-media.ts";
import { type Element, h } from "#lib/themes/element.ts";
import type { DraftBar, PageLink } from "#lib/themes/page-parts.ts";
import type { PostPage, Reading } from "#lib/themes/theme.ts";
import { articleBlocks } from "./article.ts";
import { audioPlayer } from "./audio-player.ts";
import { commentSection } from "./comments.ts";
import { type Composition, keptPart, type Parts } from "./composition.ts";
import { documentOf, inLanguage, linkList, siteLink } from "./document.ts";
import { passwordForm } from "./form-page.ts";
import { picture } from "./media.ts";
import { byline, personList, placeInPodcast, tagList } from "./post-parts.ts";
import { withAnchors } from "./text.ts";

export const postPage = (post: PostPage, context: Reading, composition: Composition): Element => {
  const locale = post.language ?? context.locale;
  const reading = { ...context, locale, firstPicture: post.cover ? undefined : firstPicture(post) };
  const title = post.seoTitle || post.title;
  const above = post.blog ?? siteLink(post);
  return documentOf(
    post,
    {
      title: `${title} — ${above.title}`,
      openGraph:
        post.url === null
          ? {}
          : {
              "og:type": post.visibleDate === "" ? "website" : "article",
              "og:title": title,
              "og:description": post.description,
              "article:published_time": post.visibleDate,
            },
      above: post.blog ? [siteLink(post), post.blog] : [siteLink(post)],
      bar: post.draft && draftBar(post.draft),
      main: [
        h(
          "article",
          post.language === undefined ? null : inLanguage(post.language),
          composition.parts.postOpening(post, reading),
          composition.parts.postBody(post, reading),
          personList(post.episode, reading),
          lockedMedia(post),
          series(post),
          tagList(post.tags),
        ),
        commentSection(post, reading),
        related(post),
        neighbours(post),
      ],
      footer: h("a", { href: above.url }, `← ${above.title}`),
    },
    { ...reading, locale: context.locale },
    composition,
  );
};

/** The picture that the post begins with, perhaps after a paragraph: it is not loaded lazily. */
const firstPicture = ({ body }: PostPage): number | undefined => {
  const [first, second] = [...storedBlocks(body, "overview"), ...storedBlocks(body, "detail")];
  return singleImage(first) ?? singleImage(second);
};

const singleImage = (block: StoredBlock | undefined): number | undefined => {
  if (block?.type === "image") return typeof block.value === "number" ? block.value : undefined;
  const [image, ...others] = (block?.type === "gallery" && galleryEntries(block.value)) || [];
  return others.length === 0 ? image?.image : undefined;
};

export const postOpening: Parts["postOpening"] = (post, reading) => [
  h("header", null, placeInPodcast(post.episode), h("h1", null, post.title), byline(post, reading)),
  cover(post, reading),
  post.episode?.audio && audioPlayer(post.episode.audio, reading),
];

export const postBody: Parts["postBody"] = ({ body }, reading) =>
  keptPart(body, reading, () => headedBlocks(body, reading).blocks);

/** The blocks of a post, and their headings. */
export const headedBlocks = (body: PostPage["body"], reading: Reading) =>
  withAnchors(articleBlocks({ body, sections: ["overview", "detail"] }, reading), reading);

const draftBar = ({ text, links }: DraftBar): Element =>
  h(
    "aside",
    { class: "site draft", "aria-label": "Preview" },
    h("p", null, text),
    links.map(({ title, url }) => h("a", { href: url }, title)),
  );

const cover = ({ cover }: PostPage, reading: Reading): Element | null =>
  cover && h("figure", { class: "image" }, picture(cover.image, cover.altText, reading, { isFirst: true }));

const lockedMedia = ({ passwordForms }: PostPage): Element | null =>
  passwordForms.length === 0
    ? null
    : h(
        "section",
        { class: "locked" },
        h("p", null, "Some media on this page need a password."),
        passwordForms.map((form, index) => passwordForm(form, index + 1)),
      );

const series = ({ series }: PostPage): Element | null =>
  series &&
  h(
    "nav",
    { class: "series", "aria-labelledby": "series" },
    h("h2", { class: "label", id: "series" }, `Series: ${series.name}`),
    h(
      "ol",
      null,
      series.parts.map(({ title, url, isCurrent }) =>
        h("li", null, h("a", { href: url, "aria-current": isCurrent ? "page" : undefined }, title)),
      ),
    ),
  );

const related = ({ related }: PostPage): Element | null =>
  related.length === 0
    ? null
    : h(
        "nav",
        { class: "related", "aria-labelledby": "related" },
        h("h2", { class: "label", id: "related" }, "Related posts"),
        linkList(related),
      );

const neighbours = ({ older, newer }: PostPage): Element | null =>
  older || newer
    ? h(
        "nav",
        { class: "neighbours", "aria-label": "Other posts" },
        older && neighbour("prev", "Previous", older),
        newer && neighbour("next", "Next", newer),
      )
    : null;

const neighbour = (rel: "prev" | "next", words: string, { title, url }: PageLink): Element =>
  h("a", { class: rel, rel, href: url }, h("span", null, words), " ", title);
