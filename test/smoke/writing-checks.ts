import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { connect } from "#client/connection.ts";
import { sendUpload, uploadFileOf } from "#client/upload.ts";
import type { SiteStatus } from "#lib/routes/administration-status.ts";
import { pngChunk, pngWith } from "#test/support/image-bombs.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { type SmokeSite, smokeRequire } from "./smoke-site.ts";

/** What a run has made, and how to remove it; the last is removed first. */
export type SmokeRemovals = { readonly what: string; readonly remove: () => Promise<unknown> }[];

export interface SmokeWriter {
  readonly site: SmokeSite;
  readonly url: string;
  readonly token: string;
  /** The collection that takes the files. */
  readonly collection: number;
  /** The blog or podcast that takes the draft. */
  readonly parent: number | undefined;
  readonly removals: SmokeRemovals;
}

/** What people with a token do. Everything is added to `removals` as soon as it exists. */
export interface WritingCheck {
  readonly name: string;
  readonly run: (writer: SmokeWriter) => Promise<string | undefined>;
}

const fixtures = path.join(import.meta.dirname, "../fixtures/media");

const recording = async (name: string): Promise<Blob> =>
  new Blob([await readFile(path.join(fixtures, name))]);

type Kind = "images" | "audios" | "videos";

const mediaForm = ({ collection }: SmokeWriter, fields: Readonly<Record<string, Blob | string>>) => {
  const form = new FormData();
  form.set("title", "Smoke test");
  form.set("collection", String(collection));
  for (const [name, value] of Object.entries(fields))
    if (typeof value === "string") form.set(name, value);
    else form.set(name, value, fileNames[name] ?? "smoke.png");
  return form;
};

const fileNames: Readonly<Record<string, string>> = { mp3: "smoke.mp3", original: "smoke.mp4" };

/** In the end, the object at this address has to be there, and is deleted. */
const removeLater = ({ site, removals }: SmokeWriter, address: string): void => {
  const remove = () => site.expect(204, address, { method: "DELETE", signed: true });
  removals.push({ what: address, remove });
};

/** Makes a media object, and reads it again with what the service found out about it. */
const makeMedia = async (writer: SmokeWriter, kind: Kind, form: FormData) => {
  const { site } = writer;
  const place = `/api/editor/media/${kind}/`;
  const { json: made } = await site.expect(201, place, { method: "POST", signed: true, form });
  const address = `${place}${made.id}/`;
  removeLater(writer, address);
  return (await site.expect(200, address, { signed: true })).json;
};

/** Media addresses may redirect to the store. */
const fetchFile = async (
  site: SmokeSite,
  address: string,
  headers: Readonly<Record<string, string>> = {},
) => {
  const answer = await site.ask(address, { headers });
  const location = answer.headers.get("location");
  return location ? site.ask(location, { headers }) : answer;
};

/**
 * A browser may keep a public file for a year, and finds its copy: CloudFront has it at the same address for
 * half a day. That address is of use to nobody without its signature.
 */
const checkKeeping = async (site: SmokeSite, address: string): Promise<void> => {
  const kept = (await fetchFile(site, address)).headers.get("cache-control") ?? "";
  smokeRequire(/\bmax-age=31536000\b/.test(kept), `its file may not be kept for a year, but is ${kept}`);
  const redirect = async () => (await site.ask(address)).headers.get("location") ?? "";
  const [first, second, third] = [await redirect(), await redirect(), await redirect()];
  if (!first.startsWith("/_files/")) return;
  // Half a day may end between two of them.
  smokeRequire(second === first || second === third, "its redirect leads somewhere else each time");
  const { status } = await site.ask(first.split("?")[0]!);
  smokeRequire(status === 403, `its file answers ${status} without a signature, not 403`);
};

/** An image of 60 × 40 pixels, with a chunk of 7 MB that nobody reads. */
const largeImage = async (): Promise<Blob> =>
  new Blob([new Uint8Array(await pngWith(pngChunk("smKe", Buffer.alloc(7_000_000))))], { type: "image/png" });

/** A deployment always has ffmpeg; one machine may do without. Throws if it is missing over https. */
export const posterRemark = (url: string, poster: unknown): string => {
  if (poster !== null) return "with a poster (ffmpeg)";
  smokeRequire(new URL(url).protocol !== "https:", "it has no poster: ffmpeg is missing or fails");
  return "no poster: there is no ffmpeg";
};

/** One is due after three days at the latest (docs/scale.md), and stored within minutes. */
const maxSnapshotAgeDays = 4;

/** Throws if the newest snapshot is so old that the job which stores them must have failed. */
export const snapshotRemark = ({ age_seconds: age }: SiteStatus["snapshot"]): string => {
  if (age === null) return "none of this release so far";
  const days = Math.floor(age / 86_400);
  smokeRequire(days < maxSnapshotAgeDays, `the newest is ${days} days old: the job snapshot-catalog fails`);
  return `the newest is ${Math.floor(age / 60)} minutes old`;
};

export const writingChecks: readonly WritingCheck[] = [
  {
    name: "an image is stored and made smaller (sharp), and its file comes with its type",
    run: async (writer) => {
      const content = new Uint8Array(await samplePicture("png", { width: 1200, height: 800 }));
      const image = await makeMedia(writer, "images", mediaForm(writer, { file: new Blob([content]) }));
      smokeRequire(image.width === 1200, `the image is ${image.width} wide, not 1200`);
      smokeRequire(image.renditions.length > 0, "the image has no smaller forms");
      const { status, headers } = await fetchFile(writer.site, image.file);
      smokeRequire(status === 200, `its file answers ${status}`);
      smokeRequire(/^image\//.test(headers.get("content-type") ?? ""), "its file is not an image");
      smokeRequire(headers.get("x-content-type-options") === "nosniff", "its file lacks nosniff");
      const part = await fetchFile(writer.site, image.file, { range: "bytes=0-9" });
      smokeRequire(part.status === 206 && part.bytes === 10, `ten bytes of it answer ${part.status}`);
      await checkKeeping(writer.site, image.file);
      return `${image.renditions.length} renditions`;
    },
  },
  {
    name: "an image of 7 MB in one form is stored, or refused in JSON",
    run: async (writer) => {
      const form = mediaForm(writer, { file: await largeImage() });
      const address = "/api/editor/media/images/";
      const { status, json } = await writer.site.ask(address, { method: "POST", signed: true, form });
      if (status === 413 && json !== undefined) return "refused: 413";
      smokeRequire(status === 201, `it answers ${status}: ${JSON.stringify(json)}`);
      removeLater(writer, `${address}${json.id}/`);
      return "stored";
    },
  },
  {
    name: "an image of 7 MB in parts is stored",
    run: async (writer) => {
      // Another name than in any other run, which this one would continue.
      const name = `smoke-${randomBytes(6).toString("hex")}.png`;
      const file = uploadFileOf(await largeImage(), name);
      const id = await sendUpload(connect({ url: writer.url, token: writer.token }), file);
      const address = `/api/editor/uploads/${id}/`;
      const remove = () => writer.site.ask(address, { method: "DELETE", signed: true });
      writer.removals.push({ what: address, remove });
      const image = await makeMedia(writer, "images", mediaForm(writer, { file: String(id) }));
      smokeRequire(image.width === 60, `the image is ${image.width} wide, not 60`);
      return undefined;
    },
  },
  {
    name: "an audio is probed (ffprobe): its duration and chapters",
    run: async (writer) => {
      const form = mediaForm(writer, { mp3: await recording("chapters.mp3") });
      const { duration, chapters } = await makeMedia(writer, "audios", form);
      smokeRequire(Math.round(duration) === 2, `its duration is ${duration}, not two seconds`);
      smokeRequire(chapters.length === 3, `it has ${chapters.length} chapters, not three`);
      return undefined;
    },
  },
  {
    name: "a video is stored",
    run: async (writer) => {
      const form = mediaForm(writer, { original: await recording("two-seconds.mp4") });
      const { poster } = await makeMedia(writer, "videos", form);
      return posterRemark(writer.url, poster);
    },
  },
  {
    name: "snapshots of the catalog are stored (zstd)",
    run: async ({ site }) => {
      const { json } = await site.expect(200, "/api/admin/status/", { signed: true });
      return snapshotRemark(json.snapshot);
    },
  },
  {
    name: "a draft is saved, changed and shown",
    run: async ({ site, parent, removals }) => {
      if (parent === undefined) return "left out: there is no blog or podcast to write in";
      const title = "Smoke test: a draft that nobody published";
      const json = { parent: { id: parent }, title, overview_markdown: "Smoke, *and no fire*." };
      const { json: made } = await site.expect(201, "/api/editor/posts/", {
        method: "POST",
        signed: true,
        json,
      });
      const address = `/api/editor/posts/${made.id}/`;
      removals.push({ what: `page ${made.id}`, remove: () => removeDraft(site, made.id) });
      // Beyond what one item of the table holds.
      const detail = [{ type: "paragraph", value: `<p>${"Smoke rises. ".repeat(30_000)}</p>` }];
      const revision = { base_revision_id: made.latest_revision_id };
      const change = { ...revision, detail };
      await site.expect(200, address, { method: "PATCH", signed: true, json: change });
      const { json: read } = await site.expect(200, address, { signed: true });
      smokeRequire(read.detail[0]?.value.length > 300_000, "the draft has lost its text");
      await site.expect(200, `${address}preview/`, { signed: true });
      await site.expect(404, `/api/cms/pages/${made.id}/`);
      return undefined;
    },
  },
];

/** Into the bin, and out of it for good. */
const removeDraft = async (site: SmokeSite, id: number): Promise<void> => {
  await site.expect(204, `/api/editor/posts/${id}/delete/`, { method: "POST", signed: true });
  const action = { method: "POST", signed: true, json: { action: "purge" } };
  const { status, json } = await site.ask(`/api/admin/pages/${id}/actions/`, action);
  if (status !== 200)
    throw new Error(`it is in the bin, and ${status} keeps it there: ${JSON.stringify(json)}`);
};
