import { ForPrograms, shownRequest } from "../shell/for-programs.tsx";
import { type MediaKind, mediaPath } from "./read-media.ts";
import { words } from "./texts.ts";

/** What programs do with a media object. */
export const MediaForPrograms = ({ kind, id }: { readonly kind: MediaKind; readonly id: number }) => {
  const url = `${location.origin}${mediaPath(kind)}${id}/`;
  const { use, read, change, remove } = words.steps;
  return (
    <ForPrograms
      steps={[
        [use, JSON.stringify({ type: kind, value: { id } })],
        [read, shownRequest("GET", url)],
        [change, shownRequest("PATCH", url, { title: "New title" })],
        [remove, shownRequest("DELETE", url)],
      ]}
    />
  );
};
