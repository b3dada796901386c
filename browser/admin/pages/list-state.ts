import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { longList } from "../shell/long-list.ts";
import { service } from "../shell/service.ts";

export interface Filter {
  readonly search: string;
  readonly state: string;
  readonly parent: string;
  readonly order: string;
}

/** The pages that one may edit, as a list of any length. */
export const pageList = () => {
  const list = longList<EditablePage>();
  return {
    ...list,
    choose: ({ search, state, parent, order }: Filter): void =>
      list.choose((part) =>
        service.request("get", "/api/editor/pages/", {
          query: {
            ...part,
            may: true,
            being_edited: true,
            order,
            ...(search && { q: search }),
            ...(state && { state }),
            ...(parent && { parent: Number(parent) }),
          },
        }),
      ),
  };
};
