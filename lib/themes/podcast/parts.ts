import type { Image } from "#lib/media/media.ts";
import { type Element, h } from "#lib/themes/element.ts";
import { audioPlayer } from "#lib/themes/parts/audio-player.ts";
import type { Parts } from "#lib/themes/parts/composition.ts";
import { byline, placeInPodcast } from "#lib/themes/parts/post-parts.ts";
import { richText } from "#lib/themes/parts/text.ts";
import { clockTime } from "#lib/themes/parts/times.ts";
import { usualParts } from "#lib/themes/parts/usual-parts.ts";
import type { ListedPost, Reading, ShownPodcast } from "#lib/themes/theme.ts";

/** A square picture, without words because the title is beside it; null for none. */
const artworkOf = (image: Image | null, { fileUrl }: Reading, size: "cover" | "display"): Element | null =>
  image &&
  h("img", {
    class: "artwork",
    src: fileUrl(image[size]),
    width: image[size].width,
    height: image[size].height,
    alt: "",
    decoding: "async",
  });

export const shows: Parts["homeBlogs"] = (home, reading) =>
  home.blogs.length === 0
    ? usualParts.homeBlogs(home, reading)
    : h(
        "ul",
        { class: "shows", role: "list" },
        home.blogs.map(({ title, url, description, artwork }) =>
          h(
            "li",
            null,
            artworkOf(artwork, reading, "cover"),
            h("div", null, h("h2", null, h("a", { href: url }, title)), richText(description, reading)),
          ),
        ),
      );

export const showOpening: Parts["blogOpening"] = (blog, reading) =>
  blog.podcast
    ? h(
        "div",
        { class: "show" },
        artworkOf(blog.podcast.artwork, reading, "display"),
        h(
          "header",
          null,
          h("h1", null, blog.title),
          blog.podcast.subtitle !== "" && h("p", { class: "subtitle" }, blog.podcast.subtitle),
          blog.podcast.author !== "" && h("p", { class: "byline" }, `By ${blog.podcast.author}`),
          richText(blog.introduction, reading),
          h("p", null, h("a", { class: "button", href: blog.podcast.subscribeUrl }, "Subscribe")),
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
    h("h3", null, h("a", { href: latest.url }, latest.title)),
    byline(latest, reading),
    latest.description !== "" && h("p", { class: "text" }, latest.description),
    latest.episode?.audio && audioPlayer(latest.episode.audio, reading),
  );

/** Episodes as rows below a heading for each season; without the one that the page begins with. */
export const seasons: Parts["entries"] = (blog, reading, entry) => {
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
      null,
      h("h3", null, h("a", { href: url }, title)),
      byline(post, reading, duration === null ? null : clockTime(duration)),
      description !== "" && h("p", { class: "text" }, description),
    ),
    artworkOf(cover?.image ?? null, reading, "cover"),
  );
};

/** The picture beside title and player of an episode; other posts begin as usual. */
export const episodeOpening: Parts["postOpening"] = (post, reading) => {
  const picture = post.cover?.image ?? post.artwork;
  return post.episode
    ? h(
        "div",
        { class: "episode" },
        artworkOf(picture, reading, "display"),
        h("header", null, placeInPodcast(post.episode), h("h1", null, post.title), byline(post, reading)),
        post.episode.audio && audioPlayer(post.episode.audio, reading),
      )
    : usualParts.postOpening(post, reading);
};
