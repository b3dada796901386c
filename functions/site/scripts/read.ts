/** GET /_scripts/{name+} — read a script of the site's pages */
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readSiteScript } from "#lib/routes/site-scripts.ts";
import { scriptTexts } from "#lib/themes/script-texts.ts";

export const handler = endpoint(readSiteScript, ({ tail }) => {
  const text = scriptTexts.get(tail);
  if (text === undefined) throw new Refusal("not_found");
  // The name changes with every byte, so no copy ever becomes wrong.
  return new Reply(text, {
    headers: { "cache-control": "public, max-age=31536000, immutable" },
  });
});
