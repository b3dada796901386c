import * as z from "zod/mini";
import { type PostFilterName, postFilterNames } from "#lib/queries/post-filter-names.ts";
import { type StemmingLanguage, stemmingLanguages } from "#lib/search/languages.ts";
import { customBlocks } from "./blocks.ts";
import { variable } from "./environment.ts";
import { flag, jsonSetting, someText, textSetting, wholeNumber } from "./setting.ts";

const filterNames = z.array(
  z.enum(postFilterNames, {
    error: ({ input }) => `there is no filter ${JSON.stringify(input)}, only ${postFilterNames.join(", ")}`,
  }),
  { error: ({ input }) => `a list of names is expected, not ${JSON.stringify(input)}` },
);

export const postFilters = /* @__PURE__ */ jsonSetting<ReadonlySet<PostFilterName>>(
  "SITE_FILTERSET_FACETS",
  z.pipe(
    filterNames,
    z.transform((names) => new Set(names)),
  ),
  new Set(postFilterNames),
);

/** True if visitors may comment on posts, where the blog and the post do not close comments. */
export const commentsEnabled = /* @__PURE__ */ textSetting<boolean>("SITE_COMMENTS_ENABLED", flag, false);

/** True if visitors' comments that do not look like spam become public without a moderator. */
export const commentsPublished = /* @__PURE__ */ textSetting<boolean>("SITE_COMMENTS_PUBLISHED", flag, true);

/** The most comments of visitors that may wait for a moderator. */
export const maxWaitingComments = /* @__PURE__ */ textSetting<number>(
  "SITE_COMMENTS_MAX_WAITING",
  wholeNumber("comments"),
  1_000,
);

/** The most comments that may wait on one post. */
export const maxWaitingOnPost = /* @__PURE__ */ textSetting<number>(
  "SITE_COMMENTS_MAX_WAITING_ON_POST",
  wholeNumber("comments"),
  100,
);

/** The rules for comments of visitors, if they are taken. */
export const commentRules = () => ({
  publishes: commentsPublished(),
  maxWaiting: { onSite: maxWaitingComments(), onPage: maxWaitingOnPost() },
});

/** `allow`, `none`, or the text of `robots.txt`. */
export const robots = /* @__PURE__ */ textSetting<string>("SITE_ROBOTS", someText, "allow");

/** False keeps search engines away from all pages. */
export const isIndexed = (): boolean => robots() !== "none";

/** True if one machine counts downloads, views and readers of feeds (decision 083). */
export const countsVisits = /* @__PURE__ */ textSetting<boolean>("SITE_STATISTICS", flag, true);

/** The time for which a cache before the service may give an older version of a feed. */
export const feedCacheSeconds = /* @__PURE__ */ textSetting<number>(
  "FEED_CACHE_SECONDS",
  wholeNumber("seconds"),
  0,
);

const maxSharedSeconds = 3_600;

/**
 * The time for which a cache in front may show strangers a page without asking; 0 for never. At most an hour,
 * because webhooks wait as long.
 */
export const sharedCacheSeconds = /* @__PURE__ */ textSetting<number>(
  "SITE_SHARED_CACHE_SECONDS",
  wholeNumber("seconds").check(
    z.maximum(maxSharedSeconds, `at most ${maxSharedSeconds} seconds are possible`),
  ),
  0,
);

/** The time for which caches in front may show the state before a change. */
export const oldestCopySeconds = (): number => {
  const ofPages = sharedCacheSeconds();
  return Math.max(feedCacheSeconds(), ofPages > 0 ? ofPages + cacheSkewSeconds : 0);
};

/** The time by which a copy may outlive its limit in a cache, because clocks differ. */
export const cacheSkewSeconds = 5;

/** `PUBLIC_ORIGIN`: for addresses made without a request, unless the site has a `base_url`. */
export const publicOrigin = (): string | undefined => variable("PUBLIC_ORIGIN");

/**
 * The language by whose stems searches compare words, instead of the languages of the site; `none` if they
 * compare whole words; null if this is not set.
 */
export const searchStemming = /* @__PURE__ */ textSetting<StemmingLanguage | "none" | null>(
  "SITE_SEARCH_STEMMING",
  z.enum([...stemmingLanguages, "none"], {
    error: ({ input }) =>
      `there is no language ${JSON.stringify(input)}, only ${stemmingLanguages.join(", ")}, or none`,
  }),
  null,
);

/**
 * Raise this when a new version answers strangers otherwise: then those who follow changes are told of all
 * pages.
 */
const formOfAnswers = 1;

/** The text of all settings that are in answers to strangers about pages: another text, other answers. */
export const settingsInAnswers = (): string =>
  JSON.stringify([formOfAnswers, variable(customBlocks.variable) ?? "", commentsEnabled()]);
