import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { searchPages } from "#lib/catalog/current/full-text.ts";
import { storedChanges } from "#lib/catalog/following/stored-changes.ts";
import { emptySite } from "#lib/site/site.ts";
import { openTableOfEnvironment } from "#local/table-of-environment.ts";

await openTableOfEnvironment();

let rebuilds = 0;
const { listings } = storedChanges;
Object.assign(storedChanges, {
  listings: () => {
    rebuilds++;
    return listings();
  },
});

const listed: number[] = [];
const found: number[] = [];
const search = { words: ["page"], phrases: [], operator: "and" } as const;
for (let time = 0; time < 3; time++) listed.push((await currentCatalog()).listings().length);
for (let time = 0; time < 2; time++)
  found.push((await searchPages(await currentCatalog(), search, emptySite)).length);
console.log(JSON.stringify({ listed, found, rebuilds }));
