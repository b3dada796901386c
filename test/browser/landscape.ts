import sharp from "sharp";
import { readImage } from "#lib/imaging/read-image.ts";

/** The ridges of the hills; level and rise are shares of the height. */
const ridges = [
  { level: 0.5, rise: 0.07, waves: 1.3, lightness: 0.62 },
  { level: 0.62, rise: 0.05, waves: 2.1, lightness: 0.44 },
  { level: 0.78, rise: 0.06, waves: 1.6, lightness: 0.26 },
];

/** A JPEG of hills under a low sun, in this hue (in degrees). */
export const landscape = async (name: string, hue: number, width = 1800, height = 1200) => {
  const channels = 3;
  const pixels = Buffer.alloc(width * height * channels);
  const tints = [0, 120, 240].map((turn) => 0.75 + 0.25 * Math.cos(((hue - turn) * Math.PI) / 180));
  for (let column = 0; column < width; column++) {
    const x = column / width;
    const skylines = ridges.map(
      ({ level, rise, waves }, index) => level + rise * Math.sin(waves * 2 * Math.PI * x + index + hue),
    );
    for (let row = 0; row < height; row++) {
      const y = row / height;
      const hill = skylines.findLastIndex((skyline) => y > skyline);
      const sun = Math.hypot(x - 0.68, (y - 0.34) * (height / width)) < 0.05;
      const lightness = sun ? 1 : (ridges[hill]?.lightness ?? 0.72 + 0.28 * y);
      for (let channel = 0; channel < channels; channel++) {
        const tint = sun ? 0.98 : (tints[channel] ?? 1);
        pixels[(row * width + column) * channels + channel] = 255 * lightness * tint;
      }
    }
  }
  const bytes = await sharp(pixels, { raw: { width, height, channels } }).jpeg().toBuffer();
  const read = await readImage({ name, bytes });
  if ("problem" in read) throw new Error(read.problem.message);
  return read.image;
};
