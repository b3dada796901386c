import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { longList } from "../shell/long-list.ts";
import { service } from "../shell/service.ts";
import { type Filter, queryOf } from "./filter.ts";

/** The pages that one may edit, as a list of any length. */
export const pageList = () => {
  const list = longList<EditablePage>();
  return {
    ...list,
    choose: (filter: Filter): void =>
      list.choose((part) =>
        service.request("get", "/api/editor/pages/", {
          query: { ...part, ...queryOf(filter), may: true, being_edited: true },
        }),
      ),
  };
};

export type PageList = ReturnType<typeof pageList>;
