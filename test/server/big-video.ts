import { copyFile, open, stat } from "node:fs/promises";
import { recordingPath } from "#test/support/recording-path.ts";

/** Makes a video of this size, of which the disk keeps almost nothing: behind the film is free space. */
export const writeBigVideo = async (file: string, sizeBytes: number): Promise<void> => {
  await copyFile(recordingPath("two-seconds.mp4"), file);
  const film = (await stat(file)).size;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(sizeBytes - film);
  head.write("free", 4, "latin1");
  const handle = await open(file, "r+");
  try {
    await handle.write(head, 0, head.length, film);
    await handle.truncate(sizeBytes);
  } finally {
    await handle.close();
  }
};
