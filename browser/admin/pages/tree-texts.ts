import { inLanguage } from "../texts/index.ts";

const english = {
  kinds: { "site.HomePage": "Home page", "site.Blog": "Blog", "site.Podcast": "Podcast" } as Readonly<
    Record<string, string>
  >,
  below: (title: string) => `Pages below ${title}`,
  postHere: "New post here",
  episodeHere: "New episode here",
  pageHere: "New page here",
  places: (count: number) => (count === 1 ? "1 place" : `${count} places`),
  nothing: "Nothing is here yet.",
  nowhere: "There is no blog or podcast that you may edit or add to.",
  keys: "↑ and ↓ go from row to row, → opens a place, ← closes it or leads to the one above.",
  elsewhere: "Pages that wait for a review are also below places that you may not edit.",
  reviews: "All pages in review",
  requests: {
    places: "Read the home page, blogs and podcasts",
    mayAdd: "Read where you may add pages",
    posts: "Read what is below a place",
  },
};

const german: typeof english = {
  kinds: { "site.HomePage": "Startseite", "site.Blog": "Blog", "site.Podcast": "Podcast" },
  below: (title) => `Seiten unter ${title}`,
  postHere: "Neuer Beitrag hier",
  episodeHere: "Neue Folge hier",
  pageHere: "Neue Seite hier",
  places: (count) => (count === 1 ? "1 Ort" : `${count} Orte`),
  nothing: "Hier ist noch nichts.",
  nowhere: "Es gibt keinen Blog und keinen Podcast, den du bearbeiten oder dem du etwas hinzufügen darfst.",
  keys: "↑ und ↓ führen von Zeile zu Zeile, → öffnet einen Ort, ← schließt ihn oder führt zum Ort darüber.",
  elsewhere: "Auch unter Orten, die du nicht bearbeiten darfst, warten Seiten auf eine Prüfung.",
  reviews: "Alle Seiten in Prüfung",
  requests: {
    places: "Startseite, Blogs und Podcasts lesen",
    mayAdd: "Lesen, wo du etwas hinzufügen darfst",
    posts: "Lesen, was unter einem Ort ist",
  },
};

/** What the tree of pages says. */
export const treeTexts = inLanguage({ en: english, de: german });
