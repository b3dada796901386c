import * as z from "zod/mini";
import { byAudioFormat } from "#lib/media/audio-formats.ts";
import { id, oneOf } from "./shapes.ts";
import { diarizationMeanings } from "./upload-forms.ts";

const place = z.object({ id, name: z.string() });

/** The members that all kinds of media have (contract#media-objects). */
const mediaObject = {
  id,
  collection: place,
  tags: z.array(z.string()),
  edit_url: z.nullable(z.string()),
};

export const editorImage = z.object({
  ...mediaObject,
  type: z.literal("images.Image"),
  title: z.string(),
  file: z.string(),
  width: z.int(),
  height: z.int(),
});

export const editorAudio = z.object({
  ...mediaObject,
  type: z.literal("site.Audio"),
  title: z.nullable(z.string()),
  subtitle: z.nullable(z.string()),
  transcript_diarization_mode: oneOf(["inherit", "disabled"], diarizationMeanings),
  file_formats: z.string(),
  ...byAudioFormat(() => z.nullable(z.string())),
});

export const editorVideo = z.object({
  ...mediaObject,
  type: z.literal("site.Video"),
  title: z.string(),
  original: z.string(),
  poster: z.nullable(z.string()),
});

const checksum = { parts_sha256: z.nullable(z.string()) };

const imageMore = {
  alt_text: z.string(),
  ...checksum,
  renditions: z.array(z.object({ width: z.int(), height: z.int(), url: z.string() })),
};

const audioMore = {
  duration: z.nullable(z.number()),
  chapters: z.array(z.object({ start: z.number(), title: z.string(), link: z.string(), image: z.string() })),
  transcript: z.nullable(z.object({ url: z.string(), bytes: z.int(), ...checksum })),
  ...checksum,
};

/** Objects with what lists leave out unless they are asked for it (contract#media-details). */
export const imageDetails = z.extend(editorImage, imageMore);
export const audioDetails = z.extend(editorAudio, audioMore);
export const videoDetails = z.extend(editorVideo, checksum);

export const listedImage = z.extend(editorImage, z.partial(z.object(imageMore)).shape);
export const listedAudio = z.extend(editorAudio, z.partial(z.object(audioMore)).shape);
export const listedVideo = z.extend(editorVideo, z.partial(z.object(checksum)).shape);

/** A collection that media can be put into (contract#collections). */
export const uploadCollection = z.object({
  id,
  name: z.string(),
  breadcrumb: z.string(),
  ancestors: z.array(place),
});
