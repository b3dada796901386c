import { type Element, h } from "#lib/themes/element.ts";
import { focusClass } from "#lib/themes/focus.ts";
import type { Episode, Named, PostHead } from "#lib/themes/page-parts.ts";
import type { Reading } from "#lib/themes/theme.ts";
import { boxedPicture } from "./media.ts";
import { dayInWords } from "./times.ts";

/** An episode's season and number, such as `Season 2, The Fen · Episode 5`; null where it has neither. */
export const placeInPodcast = (episode: Episode | null): Element | null => {
  const parts = [
    episode?.season && `Season ${episode.season.number}${episode.season.name && `, ${episode.season.name}`}`,
    episode && episode.number !== null && `Episode ${episode.number}`,
  ].filter((part) => typeof part === "string");
  return parts.length > 0 ? h("p", { class: "place" }, parts.join(" · ")) : null;
};

/**
 * The day of a post, perhaps with another text such as its length, and its categories; null where there is
 * none of these, as on pages that are no posts.
 */
export const byline = (
  { visibleDate, categories }: Pick<PostHead, "visibleDate" | "categories">,
  reading: Reading,
  beside: string | null = null,
): Element | null => {
  const day = dayElement(visibleDate, reading);
  if (!day && beside === null && categories.length === 0) return null;
  return h(
    "p",
    { class: "byline" },
    day,
    beside !== null && h("span", { class: "duration" }, beside),
    categories.map((category) => linked(category) ?? h("span", null, category.name)),
  );
};

/** The day of an instant in the site's language and time zone; null where it is not an instant. */
export const dayElement = (
  instant: string,
  reading: Pick<Reading, "locale" | "timezone">,
): Element | null => {
  const day = dayInWords(instant, reading);
  return day === undefined ? null : h("time", { datetime: instant }, day);
};

/** The people who take part in an episode, with small pictures; null if nobody is named. */
export const personList = (episode: Episode | null, reading: Reading): Element | null =>
  !episode || episode.persons.length === 0
    ? null
    : h(
        "ul",
        { class: "persons", "aria-label": "People in this episode", role: "list" },
        episode.persons.map(({ name, role, url, image }) =>
          h(
            "li",
            { class: image ? focusClass(image) : undefined },
            image && boxedPicture(image, reading, { width: 60, ratio: 1, loading: "lazy" }),
            h("span", null, linked({ name, url }) ?? name, role !== "" && h("small", null, role)),
          ),
        ),
      );

/** The tags of a post; null where it has none. */
export const tagList = (tags: readonly Named[]): Element | null =>
  tags.length === 0
    ? null
    : h(
        "ul",
        { class: "tags", "aria-label": "Tags", role: "list" },
        tags.map((tag) => h("li", null, linked(tag) ?? tag.name)),
      );

const linked = ({ name, url }: Named): Element | null => (url === null ? null : h("a", { href: url }, name));
