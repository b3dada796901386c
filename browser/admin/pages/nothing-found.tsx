import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { service } from "../shell/service.ts";
import {
  activeFilters,
  type Filter,
  type FilterName,
  type FilterTitles,
  queryOf,
  shownValue,
} from "./filter.ts";
import { pageTexts as words } from "./texts.ts";

/** An empty list, and which of its filters leaves pages out: those without which there would be some. */
export const NothingFound = ({
  filter,
  titles,
  change,
}: {
  readonly filter: Filter;
  readonly titles: FilterTitles;
  readonly change: (part: Partial<Filter>) => void;
}) => {
  const found = useSignal<readonly (readonly [FilterName, count: number])[]>([]);
  const names = activeFilters(filter);
  useEffect(() => {
    let isPast = false;
    found.value = [];
    void Promise.all(
      names.map(async (name) => {
        const count = await countOf({ ...filter, [name]: "" }).catch(() => 0);
        return [name, count] as const;
      }),
    ).then((counts) => {
      if (!isPast) found.value = counts.filter(([, count]) => count > 0);
    });
    return () => {
      isPast = true;
    };
  }, [JSON.stringify(filter)]);
  if (names.length === 0) return <p class="waiting">{words.empty}</p>;
  return (
    <div class="waiting nothing">
      <p>{words.none}</p>
      <ul>
        {found.value.map(([name, count]) => (
          <li key={name}>
            <button type="button" onClick={() => change({ [name]: "" })}>
              {words.without(words.filters[name], shownValue(filter, name, titles), count)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};

const countOf = async (filter: Filter): Promise<number> => {
  const { count } = await service.request("get", "/api/editor/pages/", {
    query: { ...queryOf(filter), page: "1", pageSize: 1 },
  });
  return count;
};
