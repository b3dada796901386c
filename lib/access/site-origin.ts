import { siteAt } from "#lib/store/site.ts";

/**
 * The origin that the site's `base_url` names, as this process last saw it; null where it names none. Two
 * requests, once.
 */
export const siteOrigin = async (): Promise<string | null> => (await siteAt(0)).settings.baseUrl;
