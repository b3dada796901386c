import { type ReadonlySignal, signal } from "@preact/signals";

/** The kinds of files that are uploaded, and the objects that become of them. */
type MadeKind = "image" | "audio" | "video";

export interface UploadWishes {
  /** Where only one kind of file is of use. */
  readonly kind?: MadeKind;
  /** The collection for it, if one may add there. */
  readonly collection?: number | undefined;
}

export interface BegunUpload {
  /** What was made; undefined if the upload was cancelled, or never began. */
  readonly made: Promise<{ readonly kind: MadeKind; readonly id: number } | undefined>;
  /** How it goes, in words. */
  readonly said: ReadonlySignal<string>;
  /** False while somebody has to do something. */
  readonly isGoing: ReadonlySignal<boolean>;
}

/** What uploads files in the background: a part that is loaded after the screens. */
export interface Uploader {
  readonly begin: (file: File, wishes?: UploadWishes) => BegunUpload;
  /** True to sign out: nothing is on its way, or the person gives it up. */
  readonly leave: () => boolean;
}

let there: Uploader | undefined;
let tellProvided: (uploader: Uploader) => void;
const provided = new Promise<Uploader>((resolve) => {
  tellProvided = resolve;
});

export const provideUploader = (uploader: Uploader): void => {
  there = uploader;
  tellProvided(uploader);
};

/** True once there is something to upload: what uploads is loaded then at the latest. */
export const isUploaderWanted = signal(false);

/** Uploads a file in the background, on whatever screen one is meanwhile. */
export const beginUpload = async (file: File, wishes?: UploadWishes): Promise<BegunUpload> => {
  isUploaderWanted.value = true;
  return (await provided).begin(file, wishes);
};

export const mayLeaveUploads = (): boolean => there?.leave() ?? true;
