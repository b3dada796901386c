import type { Audio } from "#lib/media/media.ts";
import type { LeastBytes } from "./day-count.ts";

/** A minute of recordings whose length nobody knows: at 128 kbit/s. */
const usualMinuteBytes = 960_000;

/**
 * The bytes of an audio's file that make a download: a minute of it, or all of a shorter one. Bytes in front
 * of the sound, such as a cover, are spread over the minutes. Undefined for a file that is no recording of
 * it.
 */
const minBytesOf = ({ files, durationSeconds }: Audio, key: string): number | undefined => {
  const file = Object.values(files).find((each) => each.key === key);
  if (!file) return undefined;
  const minute = durationSeconds ? (file.sizeBytes * 60) / durationSeconds : usualMinuteBytes;
  return Math.min(file.sizeBytes, Math.ceil(minute));
};

/** The bytes that make a download, for the audios of a site by their ids. */
export const minBytesIn =
  (audioOf: (id: number) => Audio | undefined): LeastBytes =>
  (id, key) => {
    const audio = audioOf(id);
    return audio && minBytesOf(audio, key);
  };
