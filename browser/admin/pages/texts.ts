import { inLanguage } from "../texts/index.ts";

const pages = (count: number) => (count === 1 ? "1 page" : `${count.toLocaleString("en")} pages`);

const english = {
  title: "Pages",
  view: "View",
  views: { list: "List", tree: "Tree" },
  search: "Search pages",
  all: "All",
  filters: {
    search: "Words",
    state: "State",
    parent: "Below",
    type: "Kind",
    tag: "Tag",
    category: "Category",
    author: "Changed by",
    since: "Changed since",
  },
  types: {
    "site.Post": "Posts and episodes",
    "site.Episode": "Episodes",
    "site.HomePage,site.Blog": "Blogs, podcasts, home pages",
  } as Record<string, string>,
  moreFilters: (active: number) => (active > 0 ? `More filters (${active})` : "More filters"),
  reset: "Reset filters",
  sort: "Sort by",
  orders: {
    "-changed_at": "Latest change",
    changed_at: "Oldest change",
    "-visible_date": "Latest date",
    visible_date: "Oldest date",
    title: "Title",
  } as Record<string, string>,
  none: "No page matches.",
  empty: "There is no page yet that you may edit.",
  without: (filter: string, value: string, count: number) => `Without ${filter} “${value}”: ${pages(count)}`,
  count: pages,
  selected: (count: number) => `${count} selected`,
  select: (title: string) => `Select ${title}`,
  clear: "Clear selection",
  publish: "Publish",
  unpublish: "Unpublish",
  remove: "Move to the bin",
  tag: "Tag",
  addTag: "Add the tag",
  removeTag: "Take the tag away",
  done: (count: number) => (count === 1 ? "1 page is done." : `${count} pages are done.`),
  changed: (who: string, when: string) => (who ? `${who}, ${when}` : when),
  editing: (who: string) => `${who} is writing here`,
  confirmRemove: (count: number) =>
    count === 1 ? "Move this page to the bin?" : `Move ${count} pages to the bin?`,
};

const seiten = (count: number) => (count === 1 ? "1 Seite" : `${count.toLocaleString("de")} Seiten`);

const german: typeof english = {
  title: "Seiten",
  view: "Ansicht",
  views: { list: "Liste", tree: "Baum" },
  search: "Seiten suchen",
  all: "Alle",
  filters: {
    search: "Wörter",
    state: "Zustand",
    parent: "Unter",
    type: "Art",
    tag: "Schlagwort",
    category: "Kategorie",
    author: "Geändert von",
    since: "Geändert seit",
  },
  types: {
    "site.Post": "Beiträge und Folgen",
    "site.Episode": "Folgen",
    "site.HomePage,site.Blog": "Blogs, Podcasts, Startseiten",
  },
  moreFilters: (active) => (active > 0 ? `Weitere Filter (${active})` : "Weitere Filter"),
  reset: "Filter zurücksetzen",
  sort: "Sortiert nach",
  orders: {
    "-changed_at": "Neueste Änderung",
    changed_at: "Älteste Änderung",
    "-visible_date": "Neuestes Datum",
    visible_date: "Ältestes Datum",
    title: "Titel",
  },
  none: "Keine Seite passt.",
  empty: "Es gibt noch keine Seite, die du bearbeiten darfst.",
  without: (filter, value, count) => `Ohne ${filter} „${value}“: ${seiten(count)}`,
  count: seiten,
  selected: (count) => `${count} ausgewählt`,
  select: (title) => `${title} auswählen`,
  clear: "Auswahl aufheben",
  publish: "Veröffentlichen",
  unpublish: "Zurückziehen",
  remove: "In den Papierkorb",
  tag: "Schlagwort",
  addTag: "Schlagwort geben",
  removeTag: "Schlagwort nehmen",
  done: (count) => `${seiten(count)} erledigt.`,
  changed: (who, when) => (who ? `${who}, ${when}` : when),
  editing: (who) => `${who} schreibt gerade hier`,
  confirmRemove: (count) => `${seiten(count)} in den Papierkorb legen?`,
};

/** What the list of pages says. */
export const pageTexts = inLanguage({ en: english, de: german });
