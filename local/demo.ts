import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyManifest } from "#lib/manifest/apply.ts";

/** The site that an empty service starts with. */
export const demoManifest = fileURLToPath(new URL("../examples/field-notes/site.yaml", import.meta.url));

/** The secret of the token `demo` in that site. */
export const demoToken = "lectern-demo-token";

/** What is left in the data directory of a demo, for `lectern publish` and for the next start. */
export interface Demo {
  readonly url: string;
  readonly token: string;
  /** The id of the blog. */
  readonly parent: number;
}

const fileIn = (folder: string): string => join(folder, "demo.json");

/** Applies the demo's manifest; gives the id of its blog. */
export const applyDemo = async (): Promise<number> => {
  const { ids } = await applyManifest(demoManifest);
  return ids.pages.notes ?? 0;
};

/** Leaves in the folder where the demo runs now, readable by its owner only. */
export const leaveDemo = (folder: string, demo: Demo): Promise<void> =>
  writeFile(fileIn(folder), `${JSON.stringify(demo)}\n`, { mode: 0o600 });

/** The demo that an earlier start left in the folder; undefined when there was none. */
export const leftDemo = async (folder: string): Promise<Demo | undefined> => {
  const text = await readFile(fileIn(folder), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Demo);
};

/** What to try first, as lines for a shell. */
export const demoLines = ({ url, token, parent }: Demo): string => `
Open ${url}/ in a browser to see the site. Its API has more; the token of the demo is ${token}.
Three lines to paste:

  curl '${url}/api/cms/pages/?type=site.Post&fields=visible_date'

  curl -H 'Authorization: Bearer ${token}' '${url}/api/editor/parents/'

  curl -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\
    -d '{"parent": {"id": ${parent}}, "title": "Hello", "overview_markdown": "A *first* post."}' '${url}/api/editor/posts/'
`;
