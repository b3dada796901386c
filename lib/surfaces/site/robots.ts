/** The text of `robots.txt` by the setting `SITE_ROBOTS`. The API and the forms are not for crawlers. */
export const robotsText = (setting: string, base: string): string => {
  if (setting === "none") return "User-agent: *\nDisallow: /\n";
  if (setting !== "allow") return setting;
  return `User-agent: *\nDisallow: /api/\nDisallow: /accounts/\n\nSitemap: ${base}/sitemap.xml\n`;
};
