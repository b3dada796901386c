import type { FeedDocument, FeedItem } from "./feed.ts";
import { element, emptyElement, parent, xmlDocument } from "./xml.ts";

/** A document of a feed as Atom (RFC 4287), with its archives as RFC 5005, section 4, has them. */
export const atomFeed = ({
  feed,
  items,
  selfUrl,
  hubUrl,
  currentUrl,
  olderUrl,
  digest,
}: FeedDocument): string =>
  xmlDocument(
    parent(
      "feed",
      [
        element("id", `urn:uuid:${feed.uuid}`),
        element("title", feed.title),
        feed.description === "" ? null : element("subtitle", feed.description),
        element("updated", feed.updatedAt),
        emptyElement("link", { rel: "self", type: "application/atom+xml", href: selfUrl }),
        hubUrl === null ? null : emptyElement("link", { rel: "hub", href: hubUrl }),
        emptyElement("link", { rel: "alternate", type: "text/html", href: feed.pageUrl }),
        currentUrl === null ? null : emptyElement("link", { rel: "current", href: currentUrl }),
        olderUrl === null ? null : emptyElement("link", { rel: "prev-archive", href: olderUrl }),
        currentUrl === null ? null : emptyElement("fh:archive", {}),
        parent("author", [element("name", feed.podcast?.author || feed.title)]),
        feed.picture && element("logo", feed.picture.url),
        element("generator", "Lectern"),
        ...items.map(entry),
      ],
      {
        xmlns: "http://www.w3.org/2005/Atom",
        "xmlns:fh": "http://purl.org/syndication/history/1.0",
        "xml:lang": feed.language,
      },
    ),
    digest,
  );

/** The id of an entry, which has to be an IRI. */
const entryId = ({ guid, uuid }: FeedItem): string =>
  guid !== null && /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(guid) ? guid : `urn:uuid:${uuid}`;

const entry = (item: FeedItem) =>
  parent(
    "entry",
    [
      element("id", entryId(item)),
      element("title", item.title),
      emptyElement("link", { rel: "alternate", type: "text/html", href: item.url }),
      item.episode &&
        emptyElement("link", {
          rel: "enclosure",
          type: item.episode.enclosure.type,
          length: item.episode.enclosure.bytes,
          href: item.episode.enclosure.url,
        }),
      element("published", item.publishedAt),
      element("updated", item.updatedAt),
      ...item.terms.map((term) => emptyElement("category", { term })),
      item.summary === "" ? null : element("summary", item.summary),
      element("content", item.html, { type: "html" }),
    ],
    { "xml:lang": item.language },
  );
