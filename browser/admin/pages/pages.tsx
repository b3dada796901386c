import { place } from "../shell/router.ts";
import { PagesAsList } from "./list.tsx";
import { PagesAsTree } from "./tree.tsx";

/** The pages that one may edit, as a list or as a tree. */
export const Pages = () => (
  <section class="pages">
    {place.value.query.get("view") === "tree" ? <PagesAsTree /> : <PagesAsList />}
  </section>
);
