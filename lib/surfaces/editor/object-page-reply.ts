import type { Caller } from "#lib/access/principal.ts";
import type { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import type { Site } from "#lib/site/site.ts";
import { pageFrameFor } from "#lib/surfaces/site/page-frame-for.ts";
import { openPage } from "#lib/surfaces/site/site-page.ts";
import type { ObjectPage } from "#lib/themes/theme.ts";

/** The answer with a page about an object of the site, in its theme. */
export const objectPageReply = (
  object: Pick<ObjectPage, "title" | "facts" | "links" | "figures" | "steps">,
  site: Site,
  call: { readonly caller: Caller; readonly request: Pick<Request, "path" | "query"> },
): Reply<string> => {
  const { theme, reading, site: shown } = pageFrameFor(site, call);
  const page: ObjectPage = {
    ...object,
    site: shown,
    url: null,
    isIndexed: false,
    feeds: [],
    share: null,
    seoTitle: "",
    description: "",
  };
  return openPage(theme.objectPage(page, reading), theme, call.caller);
};
