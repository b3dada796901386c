import { parseInstant, slugFromTitle } from "#importers/lectern.ts";
import type { Generator, StaticPost } from "./generator.ts";
import { type Values, valueText } from "./values.ts";

const valuesIn = (value: unknown): Values =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : {};

/** The collections of Jekyll that are pages of the site; others are data. */
const shownCollections = (config: Values): readonly string[] =>
  Object.entries(valuesIn(config.collections))
    .filter(([name, said]) => name !== "posts" && String(valuesIn(said).output) === "true")
    .map(([name]) => name);

const collectionStyle = (config: Values, name: string): string =>
  valueText(valuesIn(valuesIn(config.collections)[name]).permalink) || "/:collection/:path:output_ext";

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

/** The folders that have a language of their own, with it. */
const languageFolders = (config: Values): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(valuesIn(config.languages)).flatMap(([language, said]) => {
      const folder = valueText(valuesIn(said).contentDir).replace(/^\/|\/$/g, "");
      return folder === "" ? [] : [[folder, language]];
    }),
  );

const contentFolder = (config: Values): string =>
  valueText(config.contentDir).replace(/^\/|\/$/g, "") || "content";

const defaultLanguage = (config: Values): string => valueText(config.defaultContentLanguage) || "en";

/** The language of a file of Hugo, by its folder or its name, such as `first.de.md`, if it is another one. */
const languageOf = (path: string, below: string, config: Values): string | undefined => {
  const known = Object.keys(valuesIn(config.languages));
  const named = /\.([A-Za-z]{2,3}(?:-[A-Za-z]+)?)\.\w+$/.exec(path)?.[1];
  const language =
    languageFolders(config)[below] ?? known.find((each) => each.toLowerCase() === named?.toLowerCase());
  return language === defaultLanguage(config) ? undefined : language;
};

export const hugo: Generator = {
  kind: "hugo",
  feedPath: "/index.xml",
  ownSettings: [
    ...["baseURL", "title", "description", "permalinks", "theme", "buildDrafts", "buildFuture", "contentDir"],
    ...["cascade", "defaultContentLanguage", "defaultContentLanguageInSubdir"],
  ],
  postsIn: (config) => [...Object.keys(languageFolders(config)), contentFolder(config)],
  languageOf,
  unread: ["data", "i18n", "layouts", "archetypes"],
  statics: ["static", "assets", "content"],
  guidOf: (address) => address,
  linksAddresses: ({ markup }) => {
    const { extensions } = valuesIn(valuesIn(markup).goldmark);
    return String(valuesIn(extensions).linkify) !== "false";
  },
  pathOf: (post, config) => {
    const { values, name, section, language } = post;
    const isApart = language !== undefined || /^true$/i.test(String(config.defaultContentLanguageInSubdir));
    const before = isApart ? `/${language ?? defaultLanguage(config)}` : "";
    const url = valueText(values.url);
    if (url !== "") return url.startsWith("/") ? url : `${before}/${url}`;
    const slug = valueText(values.slug) || name;
    const permalinks = (config.permalinks ?? {}) as Values;
    const first = section.split("/")[0] ?? "";
    const template =
      valueText(permalinks[first]) || valueText((permalinks.page as Values | undefined)?.[first]);
    const title = slugFromTitle(valueText(values.title)) || slug;
    if (template !== "")
      return before + filled(template, { ...partsOf(post), slug, slugorfilename: slug, title });
    return `${before}/${section === "" ? "" : `${section}/`}${slug.toLowerCase().replace(/\s+/g, "-")}/`;
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
    "collections",
  ],
  postsIn: (config) => ["_posts", "_drafts", ...shownCollections(config).map((name) => `_${name}`)],
  feedPath: "/feed.xml",
  tagSeparator: /[,\s]+/,
  unread: ["_data", "_includes", "_layouts"],
  statics: [".", ""],
  guidOf: (address) => address.replace(/(?:\.html|\/)$/, ""),
  linksAddresses: () => false,
  pathOf: (post, config) => {
    const { values, below } = post;
    const own = valueText(values.permalink).replace(/^(?:true|false|null|~)$/i, "");
    const collection = shownCollections(config).find((name) => below === `_${name}`);
    const style =
      own || (collection && collectionStyle(config, collection)) || valueText(config.permalink) || "date";
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
      ...(collection && {
        collection,
        path: `${post.section === "" ? "" : `${post.section}/`}${post.name}`,
        name: post.name,
        output_ext: ".html",
      }),
      categories,
      title,
      slug: title.toLowerCase(),
    });
    return `${valueText(config.baseurl).replace(/\/$/, "")}${path}`;
  },
};
