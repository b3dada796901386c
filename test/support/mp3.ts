/** Half a second of silence, in MPEG frames of 128 kbit/s and 44.1 kHz. */
const frames = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])),
);

/** A silent MP3 of at least this size, in pieces that are not all in memory. */
export function* silentMp3(sizeBytes: number): Generator<Buffer> {
  for (let at = 0; at < sizeBytes; at += frames.length) yield frames;
}
