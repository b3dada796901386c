import { startFilters } from "./filters.ts";

const facets = document.querySelector<HTMLElement>("nav.facets[data-counts]");
if (facets) startFilters(facets);
