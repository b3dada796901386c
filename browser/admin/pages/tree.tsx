import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { ForPrograms, shownRequest } from "../shell/for-programs.tsx";
import { ListProblem } from "../shell/list-problem.tsx";
import { addressOf, go, place as shown } from "../shell/router.ts";
import { messageOf } from "../shell/service.ts";
import { texts } from "../texts/index.ts";
import { noFilter } from "./filter.ts";
import { OrderSelect } from "./filters.tsx";
import { PagesHead } from "./head.tsx";
import { pageList } from "./list-state.ts";
import { PageLine, PageRows } from "./page-rows.tsx";
import { moveInTree } from "./tree-keys.ts";
import {
  addressOfTree,
  haveReviewsElsewhere,
  mayAddPages,
  openAtFirst,
  readTreePlaces,
  type TreePlace,
  type TreeView,
  takesPosts,
  treeViewOf,
} from "./tree-state.ts";
import { treeTexts as words } from "./tree-texts.ts";

/**
 * The home page, its blogs and podcasts, and what is below each that is open. These are lists in lists, with a
 * button that opens each, and no ARIA `tree`: rows have links and buttons, which screen readers do not offer
 * within a `treeitem`, and with lists all commands work by which people read and find links elsewhere. The
 * arrows move as in a tree.
 */
export const PagesAsTree = () => {
  const places = useSignal<readonly TreePlace[] | null>(null);
  const problem = useSignal("");
  const isElsewhere = useSignal(false);
  const view = treeViewOf(shown.value.query);
  const read = async () => {
    try {
      places.value = await readTreePlaces();
      problem.value = "";
      isElsewhere.value = await haveReviewsElsewhere(places.value);
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  useEffect(() => void read(), []);
  const all = places.value;
  const open = view.open ?? openAtFirst(all ?? []);
  const change = (part: Partial<TreeView>) =>
    void go(addressOfTree({ ...view, ...part }), { replaces: true });
  const toggle = (id: number) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    change({ open: next });
  };
  return (
    <>
      <PagesHead view="tree" address={addressOfTree(view)} said={all ? words.places(all.length) : ""} />
      <div class="filters">
        <OrderSelect order={view.order} choose={(order) => change({ order })} />
        <p class="quiet tree-keys">{words.keys}</p>
      </div>
      <ListProblem list={{ problem, again: read }} />
      {all?.length === 0 && <p class="waiting">{words.nowhere}</p>}
      {all ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links and buttons in it.
        <div class="tree" onKeyDown={moveInTree}>
          <Places places={all} above={null} open={open} order={view.order} toggle={toggle} />
        </div>
      ) : (
        !problem.value && <p class="waiting">{texts.editor.loading}</p>
      )}
      {isElsewhere.value && (
        <p class="quiet">
          {words.elsewhere} <a href={addressOf("/pages/?state=workflow")}>{words.reviews}</a>
        </p>
      )}
      <ForPrograms steps={requests(view.order)} />
    </>
  );
};

const requests = (order: string): readonly (readonly [string, string])[] => {
  const { places, mayAdd, posts } = words.requests;
  const read = (address: string) => shownRequest("GET", `${location.origin}/api/editor/${address}`);
  return [
    [places, read("pages/?type=site.HomePage,site.Blog")],
    [mayAdd, read("parents/")],
    [posts, read(`pages/?parent=ID&order=${order}`)],
  ];
};

interface BranchProps {
  readonly places: readonly TreePlace[];
  readonly open: ReadonlySet<number>;
  readonly order: string;
  readonly toggle: (id: number) => void;
}

const Places = ({ above, ...branch }: BranchProps & { readonly above: number | null }) => {
  const here = branch.places.filter(({ parent }) => parent === above);
  if (here.length === 0) return null;
  return (
    <ul>
      {here.map((place) => (
        <li key={place.id}>
          <PlaceRow place={place} isOpen={branch.open.has(place.id)} toggle={branch.toggle} />
          {branch.open.has(place.id) && (
            <div class="below">
              <Places {...branch} above={place.id} />
              <Written place={place} order={branch.order} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
};

const PlaceRow = ({
  place,
  isOpen,
  toggle,
}: {
  readonly place: TreePlace;
  readonly isOpen: boolean;
  readonly toggle: (id: number) => void;
}) => {
  const { id, title, type, page, mayAdd } = place;
  const kind = words.kinds[type] ?? type;
  const isHome = !takesPosts(place);
  const write = isHome ? words.pageHere : type === "site.Podcast" ? words.episodeHere : words.postHere;
  const begin = `/pages/new/?parent=${id}${isHome ? "&kind=page" : ""}`;
  const add = (isHome ? mayAddPages(place) : mayAdd) && (
    <a class="button add" href={addressOf(begin)} aria-label={`${write}: ${title}`}>
      <span aria-hidden="true">+</span>
      <span class="words">{write}</span>
    </a>
  );
  return (
    <div class="page-row place-row">
      <button
        type="button"
        class="plain icon"
        aria-expanded={isOpen}
        aria-label={words.below(title)}
        onClick={() => toggle(id)}
      >
        <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
      </button>
      {page ? (
        <PageLine page={page} about={kind}>
          {add}
        </PageLine>
      ) : (
        <>
          <div class="what">
            <b>{title}</b>
            <small>{kind}</small>
          </div>
          {add}
        </>
      )}
    </div>
  );
};

/** The posts, episodes and pages right below a place, read as they come into view. */
const Written = ({ place, order }: { readonly place: TreePlace; readonly order: string }) => {
  const list = useMemo(pageList, []);
  useEffect(() => {
    const type = takesPosts(place) ? "site.Post,site.Episode,site.Page" : "site.Page";
    list.choose({ ...noFilter, parent: String(place.id), type, order });
  }, [order]);
  const count = list.count.value;
  return (
    <>
      <ListProblem list={list} />
      {count === null && !list.problem.value && <p class="quiet">{texts.editor.loading}</p>}
      {count === 0 && takesPosts(place) && <p class="quiet">{words.nothing}</p>}
      <PageRows list={list} label={words.below(place.title)} row={(page) => <PageLine page={page} />} />
    </>
  );
};
