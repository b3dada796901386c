import type { Caller } from "#lib/access/principal.ts";
import type { Reply } from "#lib/http/reply.ts";
import type { Site } from "#lib/site/site.ts";
import { accountOf } from "#lib/surfaces/accounts/account.ts";
import { siteFrame } from "#lib/surfaces/site/site-frame.ts";
import { openPage } from "#lib/surfaces/site/site-page.ts";
import type { ObjectPage } from "#lib/themes/theme.ts";
import { editorsReading, editorsTheme } from "./for-editors.ts";

/** The answer with a page about an object of the site, in its theme. */
export const objectPageReply = (
  object: Pick<ObjectPage, "title" | "facts" | "links" | "steps">,
  site: Site,
  caller: Caller,
): Reply<string> => {
  const theme = editorsTheme(site, caller);
  const reading = editorsReading(site);
  const page: ObjectPage = {
    ...object,
    site: siteFrame(site.settings, reading.media, null, accountOf(caller)),
    url: null,
    isIndexed: false,
    feeds: [],
    share: null,
    seoTitle: "",
    description: "",
  };
  return openPage(theme.objectPage(page, reading), theme, caller);
};
