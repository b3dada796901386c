import { parseInstant, slugFromTitle } from "#importers/lectern.ts";
import type { Generator, StaticPost } from "./generator.ts";
import { type Values, valueText } from "./values.ts";

const dateOf = ({ values, date }: StaticPost): string =>
  parseInstant(valueText(values.date) || (date ?? "")) ?? date ?? valueText(values.date);

/** Fills in a template such as `/:year/:month/:title/`. */
const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  `/${template.replace(/:(\w+)/g, (whole, name: string) => values[name] ?? whole)}`.replace(/\/{2,}/g, "/");

const partsOf = (post: StaticPost): Record<string, string> => {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d\d)-(\d\d)/.exec(dateOf(post)) ?? [];
  return {
    ...{ year, month, day, section: post.section, sections: post.section, filename: post.name },
    ...{ contentbasename: post.name, i_month: String(Number(month)), i_day: String(Number(day)) },
    ...{ short_year: year.slice(2), y_day: "" },
  };
};

export const hugo: Generator = {
  kind: "hugo",
  configs: [
    "hugo.toml",
    "hugo.yaml",
    "hugo.yml",
    "hugo.json",
    "config.toml",
    "config.yaml",
    "config.yml",
    "config.json",
  ],
  ownSettings: ["baseURL", "title", "description", "permalinks", "theme", "buildDrafts", "buildFuture"],
  posts: ["content"],
  statics: ["static", "assets", "content"],
  guidOf: (address) => address,
  pathOf: (post, config) => {
    const { values, name, section } = post;
    const url = valueText(values.url);
    if (url !== "") return url.startsWith("/") ? url : `/${url}`;
    const slug = valueText(values.slug) || name;
    const permalinks = (config.permalinks ?? {}) as Values;
    const first = section.split("/")[0] ?? "";
    const template =
      valueText(permalinks[first]) || valueText((permalinks.page as Values | undefined)?.[first]);
    const title = slugFromTitle(valueText(values.title)) || slug;
    if (template !== "") return filled(template, { ...partsOf(post), slug, slugorfilename: slug, title });
    return `/${section === "" ? "" : `${section}/`}${slug.toLowerCase().replace(/\s+/g, "-")}/`;
  },
};

const styles: Readonly<Record<string, string>> = {
  date: "/:categories/:year/:month/:day/:title.html",
  pretty: "/:categories/:year/:month/:day/:title/",
  ordinal: "/:categories/:year/:y_day/:title.html",
  none: "/:categories/:title.html",
};

export const jekyll: Generator = {
  kind: "jekyll",
  configs: ["_config.yml", "_config.yaml", "_config.toml"],
  ownSettings: [
    "url",
    "baseurl",
    "title",
    "description",
    "permalink",
    "theme",
    "plugins",
    "exclude",
    "include",
  ],
  posts: ["_posts", "_drafts"],
  statics: [".", ""],
  guidOf: (address) => address.replace(/(?:\.html|\/)$/, ""),
  pathOf: (post, config) => {
    const { values } = post;
    const own = valueText(values.permalink);
    const style = own || valueText(config.permalink) || "date";
    const listed = Array.isArray(values.categories)
      ? values.categories.map(valueText)
      : valueText(values.categories ?? values.category).split(/\s+/);
    const categories = listed
      .map((name) => name.toLowerCase().replace(/\s+/g, "-"))
      .filter((name) => name !== "")
      .join("/");
    const title = valueText(values.slug) || post.name;
    const path = filled(styles[style] ?? style, {
      ...partsOf(post),
      categories,
      title,
      slug: title.toLowerCase(),
    });
    return `${valueText(config.baseurl).replace(/\/$/, "")}${path}`;
  },
};
