import { computed, effect, signal } from "@preact/signals";
import { caller, whenBack } from "../shell/service.ts";
import { type BegunUpload, provideUploader, type UploadWishes } from "../shell/uploading.ts";
import { type Upload, uploadQueue } from "./queue.ts";
import { forgetMedia, type MediaKind, type MediaObject } from "./read-media.ts";
import { words } from "./texts.ts";
import { discardUpload, failureOf, kindOfFile, uploadMedia } from "./upload-media.ts";
import { type FileHandle, type KeptUpload, maxKeptBytes, uploadStore } from "./upload-store.ts";

/** A picture, audio or video that was made, or found. */
export interface Made {
  readonly kind: MediaKind;
  readonly media: MediaObject;
}

export type MediaUpload = Upload<Made>;

/** All uploads of this tab. They live as long as the page, whatever screen it shows. */
export const uploads = signal<readonly MediaUpload[]>([]);

/** Pictures that were uploaded and have no alternative text yet. */
export const undescribed = signal<readonly MediaObject[]>([]);

/** Counts what was made, so that lists read anew. */
export const madeCount = computed(() => uploads.value.filter(({ state }) => state === "done").length);

/** What is to be sent for each upload; the file is missing while it has to be chosen again. */
const sources = new Map<string, KeptUpload & { file?: File }>();

type Answer = (made: Made | undefined) => void;

/** Who waits for an upload. */
const waiting = new Map<string, Answer>();

const store = computed(() => (caller.value ? uploadStore(caller.value.user.id) : undefined));

const end = (id: string, made: Made | undefined): void => {
  waiting.get(id)?.(made);
  waiting.delete(id);
  sources.delete(id);
  void store.value?.remove(id);
};

const queue = uploadQueue<Made>({
  send: async ({ id }, how) => {
    const { kind, file, collection } = sources.get(id) ?? {};
    if (!kind || !file) throw new Error(words.uploads.states.interrupted);
    return { kind, media: await uploadMedia(kind, file, collection, how) };
  },
  failure: failureOf,
  later: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  changed: (now) => {
    const before = uploads.value;
    uploads.value = now;
    for (const { id, result } of now)
      if (result && !before.find((upload) => upload.id === id)?.result) made(id, result);
  },
});

const made = (id: string, result: Made): void => {
  const { kind, media } = result;
  forgetMedia(kind, media.id);
  if (kind === "image" && media.alt_text === "" && !undescribed.value.some((each) => each.id === media.id))
    undescribed.value = [...undescribed.value, media];
  end(id, result);
};

interface Wishes extends UploadWishes {
  readonly handle?: FileHandle | null | undefined;
}

/** Uploads a file in the background. */
export const uploadFile = (file: File, { kind, collection, handle }: Wishes = {}): BegunUpload => {
  const id = crypto.randomUUID();
  const { name, size: sizeBytes } = file;
  const found = kindOfFile(file);
  if (!found || (kind && kind !== found)) {
    queue.add({ id, name, sizeBytes }, { state: "refused", problem: words.uploads.unknownKind });
    return { ...shownOf(id), made: Promise.resolve(undefined) };
  }
  const kept = { id, kind: found, name, sizeBytes, collection };
  sources.set(id, { ...kept, file });
  void store.value?.keep({
    ...kept,
    ...(sizeBytes <= maxKeptBytes && { file }),
    ...(handle && { handle }),
  });
  const answer = new Promise<Made | undefined>((resolve) => waiting.set(id, resolve));
  queue.add({ id, name, sizeBytes });
  const made = answer.then((result) => result && { kind: result.kind, id: result.media.id });
  return { ...shownOf(id), made };
};

const shownOf = (id: string): Pick<BegunUpload, "said" | "isGoing"> => {
  const mine = computed(() => uploads.value.find((upload) => upload.id === id));
  return {
    said: computed(() => mine.value?.problem || (mine.value ? words.uploads.states[mine.value.state] : "")),
    isGoing: computed(() => mine.value !== undefined && mine.value.state !== "refused"),
  };
};

/** True for what can be tried again. */
export const hasFile = (id: string): boolean => sources.get(id)?.file !== undefined;

export const pauseUpload = queue.pause;
export const clearUploads = queue.clear;

/** Goes on with one that stands; one whose file may be read again is read now, because somebody says so. */
export const resumeUpload = async (id: string): Promise<void> => {
  const source = sources.get(id);
  if (source && !source.file && source.handle) {
    if ((await source.handle.requestPermission?.({ mode: "read" })) !== "granted") return;
    source.file = await source.handle.getFile();
  }
  queue.resume(id);
};

/** Goes on with the file that somebody has chosen again; false if it is another one. */
export const chooseAgain = (id: string, file: File): boolean => {
  const source = sources.get(id);
  if (!source || file.name !== source.name || file.size !== source.sizeBytes) return false;
  source.file = file;
  queue.resume(id);
  return true;
};

export const cancelUpload = (id: string): void => {
  const upload = uploads.value.find((each) => each.id === id);
  queue.cancel(id);
  end(id, undefined);
  if (upload && upload.state !== "done" && upload.sentBytes < upload.sizeBytes)
    void discardUpload({ name: upload.name, size: upload.sizeBytes }).catch(() => {});
};

/** True to sign out: nothing is on its way, or the person gives it up. Then nothing is kept here. */
const leaveUploads = (): boolean => {
  const left = queue.unfinished();
  if (left.length > 0 && !confirm(words.uploads.leave(left.length))) return false;
  for (const { id } of uploads.value) cancelUpload(id);
  return true;
};

/** Takes up what an earlier page has left. */
const takeUp = async ({ id, name, sizeBytes, ...more }: KeptUpload): Promise<void> => {
  const source: KeptUpload & { file?: File } = { id, name, sizeBytes, ...more };
  sources.set(id, source);
  const mayRead = (await source.handle?.queryPermission?.({ mode: "read" })) === "granted";
  if (!source.file && source.handle && mayRead) {
    const file = await source.handle.getFile();
    if (file.size === sizeBytes) source.file = file;
  }
  const state = source.file ? "waiting" : source.handle ? "needs leave" : "interrupted";
  queue.add({ id, name, sizeBytes }, { state });
};

whenBack(queue.back);
addEventListener("beforeunload", (event) => {
  if (queue.unfinished().length > 0) event.preventDefault();
});

let takenUpFor = 0;
effect(() => {
  const id = caller.value?.user.id ?? 0;
  if (id === 0 || id === takenUpFor) return;
  takenUpFor = id;
  void store.value?.left().then(async (left) => {
    for (const upload of left) await takeUp(upload).catch(() => {});
  });
});

provideUploader({ begin: uploadFile, leave: leaveUploads });
