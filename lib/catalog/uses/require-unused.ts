import type { MediaKind } from "#lib/media/media.ts";
import { imagesIn } from "#lib/object-fields.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { type SiteSettings, settingFields } from "#lib/site/site.ts";
import { pagesUsing } from "./pages-using.ts";

/** Refuses `in_use` for an object that pages or the site's settings use (contract#media-in-use). */
export const requireUnused = async (kind: MediaKind, id: number, settings: SiteSettings): Promise<void> => {
  const pages = await pagesUsing(kind, id);
  if (pages.length > 0) throw new Refusal("in_use", { fields: { pages } });
  if (kind !== "image" || !imagesIn(settingFields, settings).includes(id)) return;
  const detail = "The site's settings use the image; `force=true` deletes it all the same.";
  throw new Refusal("in_use", { detail, fields: { pages } });
};
