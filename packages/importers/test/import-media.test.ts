import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { download } from "#importers/writing/download.ts";
import { Hosts, Unreachable } from "#importers/writing/hosts.ts";
import { lecternIn } from "../../../test/cli/lectern.ts";
import { usePublishing } from "../../../test/cli/publish-service.ts";
import { useWorld } from "../../../test/support/world.ts";
import { useMediaHost } from "./media-host.ts";
import { jpegBytes, mp3Bytes, pngBytes } from "./sample-media.ts";
import { expectPlanned } from "./through-plan.ts";
import { wordpressExport } from "./wordpress-export.ts";

useWorld();
const service = usePublishing();
const host = useMediaHost();

let work: string;
/** The address of a port at which nothing listens. */
let deadHost: string;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "lectern-import-media-"));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  deadHost = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise((resolve) => server.close(resolve));
});
afterAll(() => rm(work, { recursive: true }));

const written = async (folder: string, files: Readonly<Record<string, string | Buffer>>) => {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(work, folder, name)), { recursive: true });
    await writeFile(join(work, folder, name), content);
  }
  return join(work, folder);
};

const importOf = async (kind: string, from: string, to: string, ...options: string[]) => {
  const parent = ["--parent", `/home/media-${to}`];
  const run = [
    "import",
    kind,
    from,
    "--to",
    join(work, to),
    "--json",
    "--allow-private",
    ...parent,
    ...options,
  ];
  const { status, stdout, stderr } = await lecternIn({}, "", run);
  const report = JSON.parse(stdout);
  if (!report.dry_run) await expectPlanned(service, join(work, to), report);
  return {
    status,
    stderr,
    report,
    notes: report.notes.map((note: Record<string, string>) => `${note.kind}: ${note.text}`) as string[],
    read: (file: string) => readFile(join(work, to, file), "utf8"),
  };
};

describe("a host that cannot be reached", () => {
  test("is asked for the first of its files only, once more", async () => {
    const hosts = new Hosts();
    const options = { waits: [0, 0, 0], hosts, allowPrivate: true };
    const asked: string[] = [];
    const counted = {
      requireThere: (name: string) => {
        asked.push(name);
        hosts.requireThere(name);
      },
      reach: hosts.reach.bind(hosts),
    } as Hosts;
    const files = Array.from({ length: 12 }, (_, index) =>
      download(`http://${deadHost}/${index}.png`, join(work, "dead", `${index}.png`), {
        ...options,
        hosts: counted,
      }).catch((error: Error) => error),
    );
    const reason = `${deadHost} cannot be reached: connect ECONNREFUSED ${deadHost}`;
    expect(new Set((await Promise.all(files)).map((error) => (error as Error).message))).toEqual(
      new Set([reason]),
    );
    expect(asked).toEqual([deadHost, deadHost]);
  });

  test("does not take a host along that redirects to it", async () => {
    const hosts = new Hosts();
    const toOther = new Unreachable("other.example", "getaddrinfo ENOTFOUND");
    await expect(hosts.reach("here.example", () => Promise.reject(toOther))).rejects.toBe(toOther);
    expect(await hosts.reach("here.example", async () => "a file")).toBe("a file");
    expect(() => hosts.requireThere("other.example")).toThrow(toOther);
  });

  test("was there if it has answered before", async () => {
    const hosts = new Hosts();
    const silent = new Unreachable("slow.example", "fell silent");
    await hosts.reach("slow.example", async (hasAnswered) => hasAnswered());
    await expect(hosts.reach("slow.example", () => Promise.reject(silent))).rejects.toBe(silent);
    expect(await hosts.reach("slow.example", async () => "a file")).toBe("a file");
  });
});

test("files are named by their contents, and posts whose pictures are gone or no pictures go out without them", async () => {
  host.files.set("/really-jpeg.gif", jpegBytes("reed"));
  host.files.set("/good.png", pngBytes("good"));
  host.files.set("/drawing.svg", Buffer.from("<svg/>"));
  host.files.set("/said.ogg", mp3Bytes("said"));
  const picture = (name: string, from = host.url) => `<p><img src="${from}${name}" alt="${name}"/></p>`;
  const export_ = wordpressExport(host.url, [
    {
      id: 1,
      title: "Pictures",
      name: "pictures",
      content: ["/really-jpeg.gif", "/good.png", "/gone.png", "/drawing.svg"]
        .map((name) => picture(name))
        .join("\n")
        .concat(picture("/x.png", `http://${deadHost}`), `<audio src="${host.url}/said.ogg"></audio>`),
    },
    { id: 2, title: "Innocent", name: "innocent", content: "<p>Nothing is wrong here.</p>" },
  ]);
  const from = join(await written("names", { "export.xml": export_ }), "export.xml");
  const { status, notes, read, report } = await importOf("wordpress", from, "names-out");
  expect(status).toBe(1);
  const text = await read("pictures.md");
  expect(text).toContain("![/really-jpeg.gif](media/really-jpeg.jpg)");
  expect(text).toContain("![/good.png](media/good.png)");
  expect(text).toContain("file: media/said.mp3");
  expect(text).not.toMatch(/media\/(?:gone|drawing|x)/);
  expect(await read("innocent.md")).toContain("Nothing is wrong here.");
  expect((await readdir(join(work, "names-out/media"))).sort()).toEqual([
    "good.png",
    "really-jpeg.jpg",
    "said.mp3",
  ]);
  expect(notes).toContain(`gone: ${host.url}/gone.png: The server answers 404`);
  expect(notes).toContain(`format: ${host.url}/drawing.svg: no picture in AVIF, GIF, JPEG, PNG or WebP`);
  expect(notes.filter((note) => note.startsWith(`gone: http://${deadHost}/x.png: `))).toHaveLength(1);
  expect(notes.filter((note) => note.startsWith("refused: "))).toEqual([]);
  expect(report.media.map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual(
    ["failed", "failed", "left_out", "new", "new", "new"].sort(),
  );
  host.files.set("/gone.png", pngBytes("back"));
  const again = await importOf("wordpress", from, "names-out");
  expect(await again.read("pictures.md")).toContain("![/gone.png](media/gone.png)");
  expect(again.report.posts).toContainEqual({ file: "innocent.md", item: "Innocent", outcome: "unchanged" });
});

test("the report of a dry run foresees which files of a folder the service does not take", async () => {
  const from = await written("static", {
    "_config.yml": "title: Marsh\n",
    "_posts/2026-01-12-one.md":
      "---\ntitle: One\n---\n\n![drawn](/img/d.svg)\n\n![named](/img/really-jpeg.gif)\n",
    "_posts/2026-01-13-two.md": "---\ntitle: Two\n---\n\nNothing is wrong here.\n",
    "img/d.svg": "<svg/>",
    "img/really-jpeg.gif": jpegBytes("reed"),
  });
  const dry = await importOf("jekyll", from, "static-out", "--dry-run");
  const { report, notes, read } = await importOf("jekyll", from, "static-out");
  expect(dry.report).toEqual({ ...report, dry_run: true });
  expect(notes).toContain("format: img/d.svg: no picture in AVIF, GIF, JPEG, PNG or WebP");
  expect(await read("one.md")).toContain("![named](media/really-jpeg.jpg)");
  expect(await read("one.md")).not.toContain("d.svg)");
});

test("what publish will refuse is said with the file and its line", async () => {
  const from = await written("refused", {
    "_config.yml": "title: Marsh\n",
    "_posts/2026-01-12-one.md": "---\ntitle: One\n---\n\n```lectern\n- {type: [}\n```\n",
  });
  const { notes } = await importOf("jekyll", from, "refused-out", "--dry-run");
  expect(notes.filter((note) => note.startsWith("refused: "))).toEqual([
    expect.stringMatching(/^refused: one\.md:\d+: \S/),
  ]);
});

test("the manifest of a folder of Markdown allows what its texts use", async () => {
  const from = await written("features", {
    "_config.yml": "title: Marsh\n",
    "_posts/2026-01-12-one.md":
      "---\ntitle: One\n---\n\nIntro.\n\n## First\n\n> A quote with `code`.\n\n~~no~~\n",
    "_posts/2026-01-13-two.md": "---\ntitle: Two\n---\n\n#### Fourth\n\n```\n###### Sixth\n```\n",
  });
  const { read } = await importOf("jekyll", from, "features-out");
  const [, listed = ""] = /rich_text_features:\n((?: {4}- .*\n)+)/.exec(await read("site.yaml")) ?? [];
  const features = listed.match(/[\w-]+$/gm);
  for (const used of ["h2", "h4", "blockquote", "code", "strikethrough"]) expect(features).toContain(used);
  expect(features).not.toContain("h6");
});
