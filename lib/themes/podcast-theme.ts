import { audioPlayer } from "#lib/themes/parts/audio-player.ts";
import { linkElement, ownFeedNote } from "#lib/themes/parts/blog-page.ts";
import type { Parts } from "#lib/themes/parts/composition.ts";
import { inLanguageOf } from "#lib/themes/parts/document.ts";
import { artworkImage } from "#lib/themes/parts/media.ts";
import { byline, placeInPodcast } from "#lib/themes/parts/post-parts.ts";
import { richText } from "#lib/themes/parts/text.ts";
import { clockTime } from "#lib/themes/parts/times.ts";
import { usualParts } from "#lib/themes/parts/usual-parts.ts";
import { composeTheme } from "./compose-theme.ts";
import { type Element, h } from "./element.ts";
import type { ListedPost, ShownPodcast } from "./page-parts.ts";
import type { Reading } from "./theme.ts";

const podcastRules = `
html { font-size: 106.25%; line-height: 1.6; }
@media (min-width: 48rem) { html { font-size: 112.5%; } }
h1, h2, h3 { font-weight: 750; letter-spacing: -.02em; }
h1 { font-size: clamp(2rem, 1.4rem + 3vw, 3.1rem); line-height: 1.08; }
.site { max-width: 66rem; }
header.site { border-bottom: 1px solid var(--line); max-width: none; padding-inline: max(1.25rem, (100% - 63.5rem) / 2); }
footer.site { border-top: 1px solid var(--line); }
a { text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); }
a:hover { text-decoration-color: currentColor; }
img, video, .code { border-radius: 10px; }
.label { text-transform: uppercase; letter-spacing: .06em; font-size: .75rem; }

.artwork { display: block; aspect-ratio: 1; object-fit: cover; width: 100%; height: auto; border-radius: 14px; background: var(--tint); }
.button { display: inline-block; background: var(--link); color: var(--paper); font: 600 .9rem/1 var(--sans); padding: .8rem 1.4rem; border-radius: 2rem; text-decoration: none; }
.button:hover { filter: brightness(1.12); }
button, input, select { border-radius: 2rem; }
input[type="range"], input[type="checkbox"] { border-radius: 0; }
textarea { border-radius: 12px; }

.page { max-width: 46rem; }
.page.home, .page.blog { max-width: 66rem; }
.shows { list-style: none; padding: 0; display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); }
.shows > li { margin: 0; background: var(--tint); border-radius: 18px; padding: 1rem; display: grid; gap: 1rem; align-items: center; position: relative; }
.shows > li:has(> .artwork) { grid-template-columns: 6.5rem minmax(0, 1fr); }
.shows h2 { font-size: 1.25rem; }
.shows h2 a { color: inherit; text-decoration: none; }
.shows h2 a::after { content: ""; position: absolute; inset: 0; border-radius: 18px; }
.shows li:hover h2 a { color: var(--link); }
.shows .paragraph { font-size: .9rem; color: var(--quiet); margin-top: .3rem; }
.shows .paragraph a { position: relative; }

.show { display: grid; gap: 1.5rem 2.5rem; }
.show > .artwork { max-width: 20rem; }
.show header > * + * { margin-top: .9rem; }
.subtitle { font-size: 1.15rem; color: var(--quiet); }
.latest { background: var(--tint); border: 1px solid var(--line); border-radius: 18px; padding: clamp(1rem, 3vw, 1.75rem); min-width: 0; }
.latest .label { margin-bottom: .6rem; }
.latest h3 { font-size: 1.5rem; }
.latest h3 a, .seasons h3 a { color: inherit; text-decoration: none; }
.latest h3 a:hover, .seasons h3 a:hover { color: var(--link); text-decoration: underline; }
.latest .byline { margin-top: .5rem; }
.latest .text { margin-top: .7rem; }
.latest .place { margin: 0 0 .3rem; }
.latest .audio { background: none; border: 0; border-radius: 0; padding: 0; margin-top: 1.1rem; }
.latest .audio figcaption { display: none; }

.seasons > * + * { margin-top: 2.5rem; }
.seasons h2 { font-size: 1.35rem; padding-bottom: .7rem; border-bottom: 1px solid var(--line); }
.seasons ol { list-style: none; padding: 0; }
.seasons li { margin: 0; padding: 1.1rem 0; border-bottom: 1px solid var(--line); display: grid; grid-template-columns: 2.2rem minmax(0, 1fr); gap: .8rem; align-items: start; }
.seasons li:has(> .artwork) { grid-template-columns: 2.2rem minmax(0, 1fr) 4.5rem; }
.seasons .number { color: var(--quiet); font: 700 1.05rem/1.45 var(--sans); text-align: right; font-variant-numeric: tabular-nums; }
.seasons h3 { font-size: 1.1rem; }
.seasons .byline { margin-top: .3rem; }
.seasons .text { margin-top: .45rem; font-size: .92rem; }
.seasons .artwork { border-radius: 8px; }

main > article > .episode { grid-column: 2 / 5; display: grid; gap: 1.5rem 2rem; align-items: end; }
.episode > .artwork { max-width: 18rem; }
.episode > .audio strong { display: none; }
.episode > .audio { padding: clamp(1rem, 3vw, 1.75rem); border-radius: 18px; min-width: 0; }
.audio { border-radius: 14px; }
ul.tags { border: 0; padding-top: .5rem; }
.tags li { background: var(--tint); border-radius: 1rem; padding: .15rem .75rem; }
.facets { border-top: 1px solid var(--line); }

@media (min-width: 48rem) {
  .show:has(> .artwork) { grid-template-columns: 18rem minmax(0, 1fr); align-items: center; }
  .show > .latest { grid-column: 1 / -1; }
  .episode:has(> .artwork) { grid-template-columns: 14rem minmax(0, 1fr); }
  .episode > .audio { grid-column: 1 / -1; }
}
@media (min-width: 68rem) {
  .blog:has(> .facets) { max-width: 66rem; grid-template-columns: minmax(0, 46rem) 13rem; column-gap: 2.5rem; }
  .blog:has(> .facets) > .show { grid-column: 1 / -1; }
}
@media print { .button, .latest .audio { display: none; } }
`;

const shows: Parts["homeBlogs"] = (home, reading) =>
  home.blogs.length === 0
    ? usualParts.homeBlogs(home, reading)
    : h(
        "ul",
        { class: "shows", role: "list" },
        home.blogs.map(({ title, url, description, artwork }) =>
          h(
            "li",
            null,
            artworkImage(artwork, reading, 117),
            h("div", null, h("h2", null, h("a", { href: url }, title)), richText(description, reading)),
          ),
        ),
      );

const showOpening: Parts["blogOpening"] = (blog, reading) =>
  blog.podcast
    ? h(
        "div",
        { class: "show" },
        artworkImage(blog.podcast.artwork, reading, 360),
        h(
          "header",
          null,
          h("h1", null, blog.title),
          blog.podcast.subtitle !== "" && h("p", { class: "subtitle" }, blog.podcast.subtitle),
          blog.podcast.author !== "" && h("p", { class: "byline" }, `By ${blog.podcast.author}`),
          richText(blog.introduction, reading),
          h("p", null, h("a", { class: "button", href: blog.podcast.subscribeUrl }, "Subscribe")),
          blog.podcast.directories.length > 0 &&
            h("p", { class: "links" }, blog.podcast.directories.map(linkElement)),
          ownFeedNote(blog.podcast),
        ),
        latestEpisode(blog.podcast, reading),
      )
    : usualParts.blogOpening(blog, reading);

const latestEpisode = ({ latest }: ShownPodcast, reading: Reading): Element | null =>
  latest &&
  h(
    "section",
    { class: "latest", "aria-labelledby": "latest" },
    h("h2", { class: "label", id: "latest" }, "Latest episode"),
    placeInPodcast(latest.episode),
    h("h3", inLanguageOf(latest), h("a", { href: latest.url }, latest.title)),
    byline(latest, reading),
    latest.description !== "" && h("p", { class: "text", ...inLanguageOf(latest) }, latest.description),
    latest.episode?.audio && audioPlayer(latest.episode.audio, reading),
  );

/** Episodes as rows below a heading for each season; without the one that the page begins with. */
const seasons: Parts["entries"] = (blog, reading, entry) => {
  if (!blog.podcast) return usualParts.entries(blog, reading, entry);
  const episodes = blog.podcast.latest ? blog.posts.slice(1) : blog.posts;
  const runs = bySeason(episodes);
  return h(
    "div",
    { class: "seasons" },
    runs.map(({ name, episodes }) =>
      h(
        "section",
        null,
        h("h2", null, name || (runs.length > 1 ? "Other episodes" : "Episodes")),
        h(
          "ol",
          { role: "list" },
          episodes.map((episode) => episodeRow(episode, reading)),
        ),
      ),
    ),
  );
};

interface SeasonEpisodes {
  /** Empty for episodes of no season. */
  readonly name: string;
  readonly episodes: ListedPost[];
}

/** Runs of episodes of the same season, so that the order of the list stays. */
const bySeason = (episodes: readonly ListedPost[]): readonly SeasonEpisodes[] => {
  const runs: SeasonEpisodes[] = [];
  for (const episode of episodes) {
    const season = episode.episode?.season;
    const name = season ? `Season ${season.number}${season.name && `: ${season.name}`}` : "";
    const last = runs.at(-1);
    if (last?.name === name) last.episodes.push(episode);
    else runs.push({ name, episodes: [episode] });
  }
  return runs;
};

const episodeRow = (post: ListedPost, reading: Reading): Element => {
  const { title, url, description, cover, episode } = post;
  const duration = episode?.audio?.durationSeconds ?? null;
  const number = episode?.number ?? null;
  return h(
    "li",
    null,
    h("span", { class: "number", "aria-hidden": "true" }, number === null ? "·" : String(number)),
    h(
      "div",
      inLanguageOf(post),
      h("h3", null, h("a", { href: url }, title)),
      byline(post, reading, duration === null ? null : clockTime(duration)),
      description !== "" && h("p", { class: "text" }, description),
    ),
    artworkImage(cover?.image ?? null, reading, 81),
  );
};

/** The picture beside title and player of an episode; other posts begin as usual. */
const episodeOpening: Parts["postOpening"] = (post, reading) => {
  const picture = post.cover?.image ?? post.artwork;
  return post.episode
    ? h(
        "div",
        { class: "episode" },
        artworkImage(picture, reading, 324),
        h("header", null, placeInPodcast(post.episode), h("h1", null, post.title), byline(post, reading)),
        post.episode.audio && audioPlayer(post.episode.audio, reading),
      )
    : usualParts.postOpening(post, reading);
};

/** The theme for podcasts: artwork first, the newest episode with its player, and the episodes by season. */
export const podcast = composeTheme({
  light: {
    paper: "#fbfbfd",
    ink: "#1b1a24",
    quiet: "#5f5d6e",
    line: "#dedce8",
    tint: "#f1f0f7",
    link: "#5a35c8",
    control: "#82808f",
    wrong: "#b3203a",
  },
  dark: {
    paper: "#13121a",
    ink: "#eae8f2",
    quiet: "#a3a0b3",
    line: "#343142",
    tint: "#1e1c28",
    link: "#b9a2ff",
    control: "#7f7c90",
    wrong: "#ff9aa8",
  },
  fonts: {
    serif: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
    sans: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  },
  rules: podcastRules,
  parts: { homeBlogs: shows, blogOpening: showOpening, entries: seasons, postOpening: episodeOpening },
  playsLatest: true,
});
