import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ForPrograms, shownRequest } from "../shell/for-programs.tsx";
import { service } from "../shell/service.ts";
import { texts } from "../texts/index.ts";
import type { OpenPage } from "./open-page.ts";

/** How programs read, change and publish a post or episode; what may not be done is left out. */
export const PageForPrograms = ({ page }: { readonly page: OpenPage }) => {
  const { may, parent, slug, latest_revision_id: latest } = page.shown.value;
  const kind = page.type === "site.Episode" ? "episodes" : "posts";
  const url = `${location.origin}/api/editor/${kind}/${page.id}/`;
  const { read, change, publish, schedule, lock, file } = texts.editor.steps;
  const path = useSignal("");
  useEffect(() => {
    service.request("get", "/api/editor/parents/").then(
      (parents) => {
        path.value = parents.find(({ id }) => id === parent.id)?.path ?? "";
      },
      () => {},
    );
  }, [parent.id]);
  return (
    <ForPrograms
      steps={[
        [read, shownRequest("GET", url)],
        [change, shownRequest("PATCH", url, { base_revision_id: latest, title: "New title" })],
        ...(may?.publish || may?.unpublish
          ? ([
              [publish, shownRequest("POST", `${url}publish/`)],
              [schedule, shownRequest("PUT", `${url}schedule/`, { publish_at: "2030-01-01T08:00:00Z" })],
            ] as const)
          : []),
        ...(may?.lock || may?.unlock
          ? ([
              [lock, [shownRequest("PUT", `${url}lock/`), shownRequest("DELETE", `${url}lock/`)].join("\n")],
            ] as const)
          : []),
        ...(path.value
          ? ([[file, `lectern publish ${slug}.md --parent ${path.value} --url ${location.origin}`]] as const)
          : []),
      ]}
    />
  );
};
