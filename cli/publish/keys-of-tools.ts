import { plainKey } from "./visibility.ts";

/** Keys of Hugo, Jekyll, Astro, Eleventy and their usual themes that say nothing of a post here. */
const named =
  "layout type weight linkTitle menu menus toc comments comment math katex mathjax mermaid sitemap outputs markup " +
  "isCJKLanguage translationKey cascade resources params series sticky pinned featured classes class templateClass " +
  "eleventyNavigation eleventyComputed templateEngineOverride pagination js css scripts styles share sharing related " +
  "header footer sidebar nav navOrder order authorProfile readTime readingTime showReadingTime showToc tocOpen " +
  "hideMeta searchHidden showBreadCrumbs showPostNavLinks showWordCount useHugoToc disableShare disableHLJS editPost " +
  "canonicalURL canonical canonicalUrl robots noindex lightgallery license mapURL bookComments bookToc socialShare " +
  "excerptSeparator renderWithLiquid locale lang language dir theme color icon emoji subtitleHtml wordCount imageAlt " +
  "usePageBundles codeMaxLines codeLineNumbers figurePositionShow featureImageCap thumbnailAlt shareImage toc_label " +
  "tocSticky postTemplate paginate includeToc id collection draftReason ogImage socialImage ogDescription";

const keys: ReadonlySet<string> = new Set(named.split(" ").map(plainKey));

/** Keys of the time of the last change: the service keeps its own. */
const ofChange: ReadonlySet<string> = new Set(
  "lastmod updated updatedDate lastModified lastModifiedAt modified modifiedDate dateModified lastUpdated updatedAt"
    .split(" ")
    .map(plainKey),
);

/** For Eleventy, the time of the file or of its commits, which no copy of the file has. */
export const isTimeOfFile = (date: string | undefined): boolean =>
  /^(?:git )?(?:last modified|created)$/i.test(date?.trim() ?? "");

export const isOfOtherTool = (written: string): boolean => keys.has(plainKey(written));

export const isTimeOfChange = (written: string): boolean => ofChange.has(plainKey(written));
