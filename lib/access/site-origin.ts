import { siteAt } from "#lib/store/site.ts";

/** The site's `base_url` as this process last read it; null without one. Cost: two requests, once. */
export const siteOrigin = async (): Promise<string | null> => (await siteAt(0)).settings.baseUrl;
