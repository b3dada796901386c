import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll } from "vitest";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { root } from "#test/support/sources.ts";
import { useWorld } from "#test/support/world.ts";

/** Gives the podcast of the world two seasons, and makes recordings: by each name another one. */
export const usePodcast = () => {
  const world = useWorld();
  let bittern: Buffer;

  beforeAll(async () => {
    bittern = await readFile(join(root, "examples/field-notes/media/a-bittern-three-times.mp3"));
    const seasons = [
      { id: 1, key: "winter", number: 1, name: "Winter" },
      { id: 2, key: "spring", number: 2, name: "" },
    ];
    await setPageProperties(world.calls, { seasons });
  });

  // An ID3 tag at the end does not change what is heard.
  return { recording: (name: string) => Buffer.concat([bittern, Buffer.alloc(128, `TAG${name}`)]) };
};
