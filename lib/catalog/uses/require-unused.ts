import type { MediaKind } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { SiteSettings } from "#lib/site/site.ts";
import { pagesUsing } from "./pages-using.ts";

type Pictures = Pick<SiteSettings, "logo" | "favicon" | "shareImage">;

/** Refuses `in_use` for an object that pages or the site's settings use (contract#media-in-use). */
export const requireUnused = async (
  kind: MediaKind,
  id: number,
  { logo, favicon, shareImage }: Pictures,
): Promise<void> => {
  const pages = await pagesUsing(kind, id);
  if (pages.length > 0) throw new Refusal("in_use", { fields: { pages } });
  if (kind !== "image" || ![logo, favicon, shareImage].includes(id)) return;
  const detail = "The site's settings use the image; `force=true` deletes it all the same.";
  throw new Refusal("in_use", { detail, fields: { pages } });
};
