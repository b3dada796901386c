import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { numbersIn, useRowsInView } from "../shell/long-list.ts";
import { addressOf } from "../shell/router.ts";
import { State, statesOf } from "../shell/state.tsx";
import { ago } from "../shell/times.ts";
import { texts } from "../texts/index.ts";
import type { PageList } from "./list-state.ts";
import { pageTexts as words } from "./texts.ts";

/** The height of a row in CSS, in pixels: with it the list knows its length before it has read its rows. */
const rowHeight = 64;

/** The rows of a list of pages, drawn as they come into view. */
export const PageRows = ({
  list,
  label,
  row,
}: {
  readonly list: PageList;
  readonly label?: string;
  readonly row: (page: EditablePage) => ComponentChildren;
}) => {
  const box = useRef<HTMLUListElement>(null);
  const range = useRowsInView(list, box, () => ({ lineHeight: rowHeight, perLine: 1 }));
  const count = list.count.value;
  return (
    <ul ref={box} class="rows" aria-label={label} style={{ height: `${(count ?? 0) * rowHeight}px` }}>
      {numbersIn(range.value, count).map((index) => {
        const page = list.rows.value.get(index);
        return (
          <li
            key={page?.id ?? `row ${index}`}
            class="row page-row"
            aria-setsize={count ?? -1}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${index * rowHeight}px)` }}
          >
            {page && row(page)}
          </li>
        );
      })}
    </ul>
  );
};

export const titleOfPage = ({ title }: EditablePage): string => title || texts.pages.untitled;

/** What a row says of a page: its title, who has changed it or writes in it now, and its states. */
export const PageLine = ({
  page,
  about,
  children,
}: {
  readonly page: EditablePage;
  /** What is said in the place of who has changed it. */
  readonly about?: string | undefined;
  /** What stands behind the states. */
  readonly children?: ComponentChildren;
}) => {
  const others = page.being_edited ?? [];
  const said = others[0]
    ? words.editing(others.map(({ user }) => user).join(", "))
    : words.changed(page.changed_by ?? "", ago(page.changed_at ?? page.visible_date ?? Date.now()));
  return (
    <>
      <div class="what">
        <a id={`page-${page.id}`} href={addressOf(`/pages/${page.id}/edit/`)}>
          {titleOfPage(page)}
        </a>
        <small>{about ?? said}</small>
      </div>
      <span class="states">
        {statesOf(page).map((state) => (
          <State key={state} status={state} />
        ))}
      </span>
      {children}
      {page.public_url && page.live && (
        <a class="view" href={page.public_url} aria-label={`${texts.nav.site}: ${titleOfPage(page)}`}>
          ↗
        </a>
      )}
    </>
  );
};
