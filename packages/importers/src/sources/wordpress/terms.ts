import { percentDecoded } from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";
import { Names, titleIn } from "#importers/reading/texts.ts";
import { childText, type XmlElement } from "#importers/reading/xml.ts";

/** The names of authors, by their logins. What else the export says of them is noted. */
export const authorNames = (channel: readonly XmlElement[], file: NotePlace): ReadonlyMap<string, string> =>
  new Map(
    channel
      .filter(({ name }) => name === "wp:author")
      .map((author) => {
        const login = childText(author, "wp:author_login") ?? "";
        const address = childText(author, "wp:author_email");
        if (address) file.at(author.line).note("category", `author ${login}: email address ${address}`);
        return [login, childText(author, "wp:author_display_name") ?? login] as const;
      }),
  );

/** The categories that the export lists; it names their slugs. */
export const categoriesOf = (channel: readonly XmlElement[], file: NotePlace): Names => {
  const found = new Names();
  for (const element of channel) {
    const { name, line } = element;
    const place = file.at(line);
    if (name === "wp:category") {
      const slug = childText(element, "wp:category_nicename") ?? "";
      addCategory(found, slug, childText(element, "wp:cat_name") ?? slug);
      const parent = childText(element, "wp:category_parent");
      const description = childText(element, "wp:category_description");
      if (parent) place.note("category", `category ${slug}: is below ${parent}`);
      if (description) place.note("category", `category ${slug}: description ${description}`);
    }
    for (const meta of element.children)
      if (name !== "item" && meta.name === "wp:termmeta")
        place.note("category", `${childText(meta, "wp:meta_key")}: ${childText(meta, "wp:meta_value")}`);
    const description = name === "wp:tag" && childText(element, "wp:tag_description");
    if (description)
      place.note("category", `tag ${childText(element, "wp:tag_name")}: description ${description}`);
    if (
      name === "wp:term" &&
      !["category", "post_tag", "author"].includes(childText(element, "wp:term_taxonomy") ?? "")
    )
      place.note(
        "category",
        `${childText(element, "wp:term_taxonomy")}: ${childText(element, "wp:term_name")}`,
      );
  }
  return found;
};

/** The slug by which posts name a category. */
const addCategory = (categories: Names, nicename: string, name: string): string =>
  categories.slugOf(titleIn(name), percentDecoded(nicename), nicename);

/** The categories and tags of a post. */
export const termsOf = (item: XmlElement, place: NotePlace, categories: Names) => {
  const [slugs, tags] = [new Set<string>(), new Set<string>()];
  for (const { name, attributes, text, line } of item.children) {
    if (name !== "category") continue;
    const { domain = "category", nicename = "" } = attributes;
    if (domain === "category") slugs.add(addCategory(categories, nicename, text.trim()));
    else if (domain === "post_tag") tags.add(titleIn(text));
    else if (domain !== "author") place.at(line).note("field", `${domain}: ${text.trim()}`);
  }
  return { categories: [...slugs], tags: [...tags] };
};
