import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { isPostType } from "../editor/page-service.ts";
import { addressOf } from "../shell/router.ts";
import { messageOf, service } from "../shell/service.ts";
import { State, stateOf } from "../shell/state.tsx";
import { texts } from "../texts/index.ts";
import type { MediaKind } from "./read-media.ts";
import { words } from "./texts.ts";

/** The pages that use an object, as far as one may edit them. */
export interface Uses {
  readonly pages: { readonly value: readonly EditablePage[] | null };
  readonly problem: { readonly value: string };
  readonly read: () => Promise<void>;
}

export const usesOf = (kind: MediaKind, id: number): Uses => {
  const uses = useMemo(() => {
    const pages = signal<readonly EditablePage[] | null>(null);
    const problem = signal("");
    const read = async () => {
      try {
        const found: EditablePage[] = [];
        for await (const page of service.editablePages({ uses: `${kind}:${id}` })) found.push(page);
        pages.value = found;
        problem.value = "";
      } catch (error) {
        problem.value = messageOf(error);
      }
    };
    return { pages, problem, read };
  }, [kind, id]);
  useEffect(() => {
    void uses.read();
  }, [uses]);
  return uses;
};

/** Where a page is written. */
export const PageLink = ({ page }: { readonly page: Pick<EditablePage, "id" | "title"> }) => (
  <a href={addressOf(`/pages/${page.id}/edit/`)}>{page.title || texts.pages.untitled}</a>
);

/** True for what has a text: posts, episodes, and pages that are neither. */
export const isWritten = ({ type }: Pick<EditablePage, "type">): boolean => isPostType(type);

/** The pages that use an object. */
export const UsesOfObject = ({ uses }: { readonly uses: Uses }) => {
  const pages = uses.pages.value;
  return (
    <section class="card" aria-label={words.uses}>
      <h2>{words.uses}</h2>
      {uses.problem.value && <p class="problem">{uses.problem.value}</p>}
      {pages && <p class="quiet">{pages.length === 0 ? words.unused : words.usesCount(pages.length)}</p>}
      <ul>
        {pages?.map((page) => (
          <li key={page.id}>
            <PageLink page={page} />
            <State status={stateOf(page)} />
          </li>
        ))}
      </ul>
    </section>
  );
};
