import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { lecternIn } from "../../../test/cli/lectern.ts";
import { usePublishing } from "../../../test/cli/publish-service.ts";
import { writeFiles } from "./corpora.ts";
import { htmlSources, oldSite } from "./html-sources.ts";
import { expectPlanned } from "./through-plan.ts";

interface Importing {
  /** A folder for the sources of the test file. */
  readonly work: string;
  readonly service: ReturnType<typeof usePublishing>;
  /** Imports a folder, a text or files, and sends what was written through `lectern plan`. */
  readonly importOf: (
    kind: string,
    from:
      | { readonly path: string }
      | { readonly text: string }
      | { readonly files: Readonly<Record<string, string | Buffer>> },
    ...options: readonly string[]
  ) => Promise<{
    readonly to: string;
    // biome-ignore lint/suspicious/noExplicitAny: what the command prints is looked at member by member
    readonly report: any;
    /** What `lectern plan` tells of the folder, as JSON. */
    readonly planned: string;
    readonly read: (file: string) => Promise<string>;
    /** The text below the front matter. */
    readonly bodyOf: (file: string) => Promise<string>;
    /** `kind: text` of each note. */
    readonly notes: string[];
  }>;
  /** Imports the post "One" with this HTML from one of `htmlSources`, by default of WordPress. */
  readonly importHtml: (
    html: string,
    source?: string,
  ) => Promise<{
    readonly to: string;
    readonly notes: string[];
    readonly body: string;
    readonly manifest: string;
  }>;
}

/** Gives the test file imports, each into a folder and for a blog of its own. It needs a world. */
export const useImporting = (): Importing => {
  const service = usePublishing();
  let [work, folders] = ["", 0];
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), "lectern-import-"));
  });
  afterAll(() => rm(work, { recursive: true }));
  const importOf: Importing["importOf"] = async (kind, from, ...options) => {
    const to = join(work, `folder-${++folders}`);
    const path = "path" in from ? from.path : `${to}.source`;
    if ("text" in from) await writeFile(path, from.text);
    if ("files" in from) await writeFiles(path, new Map(Object.entries(from.files)));
    const always = ["--to", to, "--parent", `/home/imported-${folders}`, "--allow-private", "--json"];
    const { status, stdout, stderr } = await lecternIn({}, "", [
      ...["import", kind, path, ...always],
      ...options,
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const report = JSON.parse(stdout);
    const planned = await expectPlanned(service, to, report);
    const read = (file: string) => readFile(join(to, file), "utf8");
    return {
      ...{ to, report, planned, read },
      bodyOf: async (file) => (await read(file)).replace(/^---\n[\s\S]*?\n---\n\n?/, ""),
      notes: report.notes.map((note: Record<string, string>) => `${note.kind}: ${note.text}`),
    };
  };
  return {
    service,
    get work() {
      return work;
    },
    importOf,
    importHtml: async (html, source = "WordPress") => {
      const [kind, text] = htmlSources[source]?.(html) ?? ["", ""];
      const site = kind === "ghost" ? ["--site", oldSite] : [];
      const { bodyOf, notes, read, to } = await importOf(kind, { text }, ...site);
      return { to, notes, body: await bodyOf("one.md"), manifest: await read("site.yaml") };
    },
  };
};
