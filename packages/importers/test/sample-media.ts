import sharp from "sharp";

/** Files that begin as files of their kinds do. What follows tells them apart; nothing decodes them. */
const beginning = (bytes: string, name: string): Buffer => Buffer.from(bytes + name, "latin1");

export const jpegBytes = (name: string): Buffer => beginning("\xff\xd8\xff\xe0", name);
export const pngBytes = (name: string): Buffer => beginning("\x89PNG\r\n\x1a\n", name);
export const mp3Bytes = (name: string): Buffer => beginning("ID3", name);

/** The artwork of a podcast, which can be decoded. */
export const artwork = (): Promise<Buffer> =>
  sharp({ create: { width: 1400, height: 1400, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
