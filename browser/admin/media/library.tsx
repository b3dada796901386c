import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { ListProblem } from "../shell/list-problem.tsx";
import { longList, numbersIn, useRowsInView } from "../shell/long-list.ts";
import { addressOf, go, place } from "../shell/router.ts";
import { SearchField } from "../shell/search-field.tsx";
import { timeText } from "./amounts.ts";
import {
  keptInView,
  type MediaFilter,
  type MediaKind,
  type MediaObject,
  mediaKinds,
  readCollections,
  readMediaPart,
  thumbnailOf,
} from "./read-media.ts";
import { words } from "./texts.ts";
import { madeCount, uploadFile } from "./uploads.ts";

type View = "grid" | "list";

/** What an address of the section says: its kind, its view, and which objects. */
interface Shown extends MediaFilter {
  readonly kind: MediaKind;
  readonly view: View;
}

const shownBy = (query: URLSearchParams): Shown => {
  const kind = mediaKinds.find((each) => each === query.get("kind")) ?? "image";
  const view = query.get("view") ?? (kind === "audio" ? "list" : "grid");
  return {
    kind,
    view: view === "list" ? "list" : "grid",
    search: query.get("search") ?? "",
    tag: query.get("tag") ?? "",
    collection: query.get("collection") ?? "",
  };
};

const addressFor = (shown: Partial<Shown>): string => {
  const query = new URLSearchParams(Object.entries(shown).filter(([, value]) => value !== ""));
  if (query.get("kind") === "image") query.delete("kind");
  return `/media/${query.size > 0 ? `?${query}` : ""}`;
};

/** Heights in CSS, in pixels, and the width that a tile has at least. */
const rowHeight = 64;
const tile = { height: 196, width: 168, gap: 12 };

/** All media of a kind, as tiles or rows that are drawn as they come into view. */
export const Library = () => {
  const list = useMemo(() => longList<MediaObject>(), []);
  const box = useRef<HTMLUListElement>(null);
  const shown = shownBy(place.value.query);
  const { kind, view, search, tag, collection } = shown;
  const perLine = useSignal(1);
  const measure = () => {
    const isGrid = shownBy(place.value.query).view === "grid";
    const width = (box.current?.clientWidth ?? 0) + tile.gap;
    perLine.value = isGrid ? Math.max(2, Math.floor(width / (tile.width + tile.gap))) : 1;
    return { lineHeight: isGrid ? tile.height + tile.gap : rowHeight, perLine: perLine.value };
  };
  const range = useRowsInView(list, box, measure);
  useEffect(() => {
    list.choose((part) => readMediaPart(kind, { search, tag, collection }, part));
  }, [kind, search, tag, collection]);
  useEffect(() => {
    if (madeCount.value > 0) list.again();
  }, [madeCount.value]);
  useEffect(() => {
    dispatchEvent(new Event("resize"));
  }, [view, list.count.value]);
  const change = (part: Partial<Shown>) =>
    void go(addressFor({ ...shownBy(place.value.query), ...part }), { replaces: true });
  const count = list.count.value;
  const columns = perLine.value;
  const lineHeight = view === "grid" ? tile.height + tile.gap : rowHeight;
  return (
    <section class="media">
      <header class="heading">
        <h1>{words.title}</h1>
        <p aria-live="polite" class="quiet">
          {count === null ? "" : words.count(count)}
        </p>
        <label class="button primary">
          {words.upload}
          <input
            type="file"
            class="unseen"
            multiple
            accept="image/*,audio/*,video/*"
            onChange={({ currentTarget }) => {
              for (const file of currentTarget.files ?? [])
                void uploadFile(file, { collection: Number(collection) || undefined });
              currentTarget.value = "";
            }}
          />
        </label>
      </header>
      <nav class="kinds" aria-label={words.kindsLabel}>
        {mediaKinds.map((each) => (
          <a
            key={each}
            href={addressOf(addressFor({ kind: each }))}
            aria-current={each === kind ? "page" : undefined}
          >
            {words.kinds[each]}
          </a>
        ))}
      </nav>
      <Filters shown={shown} change={change} tags={tagsIn(list.rows.value)} />
      <ListProblem list={list} />
      {count === 0 && <p class="waiting">{search || tag || collection ? words.none : words.empty}</p>}
      <ul
        ref={box}
        class={view === "grid" ? "rows grid" : "rows"}
        style={{ height: `${Math.ceil((count ?? 0) / columns) * lineHeight}px` }}
      >
        {numbersIn(range.value, count).map((index) => {
          const media = list.rows.value.get(index);
          const share = 100 / columns;
          return (
            <li
              key={media?.id ?? `row ${index}`}
              class={view === "grid" ? "tile" : "row"}
              aria-setsize={count ?? -1}
              aria-posinset={index + 1}
              style={{
                transform: `translateY(${Math.floor(index / columns) * lineHeight}px)`,
                ...(view === "grid" && {
                  insetInlineStart: `${(index % columns) * share}%`,
                  width: `${share}%`,
                }),
              }}
            >
              {media && (view === "grid" ? <Tile {...{ kind, media }} /> : <Row {...{ kind, media }} />)}
            </li>
          );
        })}
      </ul>
    </section>
  );
};

/** Words to choose from: those of what was read. */
const tagsIn = (rows: ReadonlyMap<number, MediaObject>): readonly string[] =>
  [...new Set([...rows.values()].flatMap(({ tags }) => tags))].sort();

const Filters = ({
  shown,
  change,
  tags,
}: {
  readonly shown: Shown;
  readonly change: (part: Partial<Shown>) => void;
  readonly tags: readonly string[];
}) => {
  const collections = useSignal<readonly { readonly id: number; readonly breadcrumb: string }[]>([]);
  useEffect(() => {
    readCollections(shown.kind).then(
      (found) => {
        collections.value = found;
      },
      () => {},
    );
  }, [shown.kind]);
  return (
    <search class="filters">
      <SearchField label={words.search} value={shown.search} search={(search) => change({ search })} />
      <label>
        <span>{words.collection}</span>
        <select
          value={shown.collection}
          onChange={({ currentTarget }) => change({ collection: currentTarget.value })}
        >
          <option value="">{words.all}</option>
          {collections.value.map(({ id, breadcrumb }) => (
            <option key={id} value={id}>
              {breadcrumb}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{words.tag}</span>
        <input
          class="short"
          list="tags"
          value={shown.tag}
          onChange={({ currentTarget }) => change({ tag: currentTarget.value.trim() })}
        />
        <datalist id="tags">
          {tags.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </label>
      <fieldset class="views">
        <legend class="unseen">{words.view}</legend>
        {(["grid", "list"] as const).map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={shown.view === view}
            onClick={() => change({ view })}
          >
            {words[view]}
          </button>
        ))}
      </fieldset>
    </search>
  );
};

interface ShownObject {
  readonly kind: MediaKind;
  readonly media: MediaObject;
}

const titleOf = ({ title }: MediaObject): string => title || words.untitled;

const Tile = ({ kind, media }: ShownObject) => (
  <a href={addressOf(`/${kind}s/${media.id}/edit/`)}>
    <Thumbnail {...{ kind, media }} />
    <span class="name">{titleOf(media)}</span>
    {kind === "image" && media.alt_text === "" && <span class="lacks">{words.noAlt}</span>}
  </a>
);

const Row = ({ kind, media }: ShownObject) => (
  <>
    <Thumbnail {...{ kind, media }} />
    <div class="what">
      <a href={addressOf(`/${kind}s/${media.id}/edit/`)}>{titleOf(media)}</a>
      <small>
        {[media.collection.name, factsOf(media), media.tags.join(", ")].filter(Boolean).join(" · ")}
      </small>
    </div>
    {kind === "image" && media.alt_text === "" && <span class="state">{words.noAlt}</span>}
  </>
);

/** What a row says of an object's file. */
const factsOf = ({ width, height, duration }: MediaObject): string =>
  width && height ? words.size(width, height) : duration ? timeText(Math.round(duration)) : "";

const marks = { image: "▧", audio: "♪", video: "▶" } as const;

const Thumbnail = ({ kind, media }: ShownObject) => {
  const url = thumbnailOf(media);
  return url ? (
    <img class="thumb" src={url} alt="" loading="lazy" decoding="async" style={keptInView(media)} />
  ) : (
    <span class="thumb" aria-hidden="true">
      {marks[kind]}
    </span>
  );
};
