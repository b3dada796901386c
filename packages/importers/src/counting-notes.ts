import type { Imported } from "./imported.ts";
import { counted } from "./lectern.ts";
import type { NotePlace } from "./notes.ts";

/** Services that count downloads on the way to a recording, whose address stands behind theirs. */
const counters = [
  ...["arttrk.com", "blubrry.com", "chrt.fm", "chtbl.com", "claritaspod.com", "growx.podkite.com"],
  ...["mgln.ai", "op3.dev", "pdcn.co", "pdst.fm", "podscribe.com", "podtrac.com"],
  ...["prfx.byspotify.com", "pscrb.fm", "swap.fm"],
];

/** Says which numbers of downloads stay behind: those of the old host, and of services in front of it. */
export const noteCounting = ({ site, posts }: Imported, place: NotePlace): void => {
  if (site.isPodcast)
    place.note("counting", "what the old host has counted is in no feed or export; save it there");
  const recordings = new Map<string, number>();
  for (const { files } of posts)
    for (const service of typeof files.audio === "string" ? countersIn(files.audio) : [])
      recordings.set(service, (recordings.get(service) ?? 0) + 1);
  for (const [service, count] of recordings)
    place.note("counting", `${service} in front of ${counted(count, "recording")}`);
};

/**
 * The services that an address leads through: `https://op3.dev/e/chrt.fm/track/1/old.example/1.mp3` has two.
 * The last host has the file, and counts for itself.
 */
const countersIn = (address: string): readonly string[] => {
  const [path = ""] = address.split(/[?#]/, 1);
  const folders = path.split("/").slice(0, -1);
  const hosts = folders.filter((part) => /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(part)).slice(0, -1);
  return counters.filter((name) => hosts.some((host) => host === name || host.endsWith(`.${name}`)));
};
