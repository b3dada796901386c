import { mediaFileNameIn } from "./file-key.ts";
import type { Image } from "./media.ts";

/** True for an animation: what pages show of it has the content of its file. Other renditions are stills. */
export const isAnimation = ({ file, display }: Pick<Image, "file" | "display">): boolean => {
  const digest = mediaFileNameIn(file.key)?.digest;
  const isSame = file.sizeBytes === display.sizeBytes && file.width === display.width;
  return isSame && digest !== undefined && mediaFileNameIn(display.key)?.digest === digest;
};
