// Proves contract rules: digest.

import { expect, test } from "vitest";
import { declaredMedia, type Media } from "#lib/media/media.ts";
import { imageFields } from "#lib/media/media-fields.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import { fieldsOfKind } from "#lib/pages/content.ts";
import { declared } from "#lib/pages/content-values.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { type PageContext, pageView } from "#lib/surfaces/content/page.ts";
import { listingWith } from "../../catalog/listings.ts";

const context: PageContext = {
  base: "https://notes.example",
  locale: "en",
  addressOf: ({ slug }) => `/${slug}/`,
  parentOf: () => undefined,
  richText: (stored) => stored,
  takesComments: () => true,
  feedsOf: () => [],
  themeOf: () => "plain",
  categories: [],
  authors: [],
  seasonsOf: () => [],
  strangersContext: () => context,
  reading: {
    ...{ locale: "en", timezone: "UTC", media: () => undefined, fileUrl: ({ key }) => `/${key}` },
    ...{ pageUrl: () => undefined, customBlocks: undefined },
  },
};

const digestOf = (listing: Listing, seen = context): unknown => {
  const uses = listing.coverImage ? { image: [listing.coverImage.id] } : {};
  const listed = { digest: "of the body", uses, directory: { episodeNumber: 3 } };
  const page = { listing, body: [], comments: [], listed };
  return pageView(page, { body: ["digest"], meta: [], coverImage: { body: [], meta: [] } }, seen).digest;
};

const post = {
  ...{ id: 4, parentId: 3, title: "Heron", visibleDate: "2025-01-01T00:00:00.000Z", tagSlugs: ["reeds"] },
  ...{ tags: ["Reeds"], categories: [], coverImage: null, podcastAudio: null },
};

test.each([
  [
    "blog",
    listingWith({ id: 3, parentId: 2, kind: "blog", description: "<p>Birds</p>" }),
    "Rggjvrz3fd4n_J2t",
  ],
  ["post", listingWith({ ...post, kind: "post" }), "ohc1dhmBfU1QHzF1"],
  ["episode", listingWith({ ...post, kind: "episode" }), "cfllgKJj7uF9n7Mg"],
])("the digest of a %s is the same in all versions, whatever fields it does not say", (_, page, digest) => {
  expect(digestOf(page)).toBe(digest);
});

/** A post with a cover, which its body shows, too. */
const digestWithImage = (said: object): unknown => {
  const file = { key: "heron.jpg", contentType: "image/jpeg", sizeBytes: 9, width: 3, height: 2 };
  const image = { id: 1, kind: "image", title: "A heron", description: "", tags: ["Reeds"], ...said };
  const heron = { ...image, file, cover: file, display: file } as unknown as Media;
  const media = ((kind) => (kind === "image" ? heron : undefined)) as MediaLookup;
  const strangers: PageContext = { ...context, reading: { ...context.reading, media } };
  const listing = listingWith({ ...post, kind: "post", coverImage: { id: 1, altText: "" } });
  return digestOf(listing, { ...strangers, strangersContext: () => strangers });
};

test("the digest of a post with a cover is the same in all versions, too", () => {
  expect(digestWithImage({})).toBe("QAJV5rc2OGlzrL-p");
});

const imageTexts = declaredMedia(imageFields).filter(
  ([, { type, item, copied }]) => type === "text" && (item || copied),
);

test.each(imageTexts)("another %s of an image makes another digest", (name) => {
  const digests = ["", "Reeds", "Rushes"].map((text) => digestWithImage({ [name]: text }));
  expect(new Set(digests).size).toBe(3);
});

test("another focal point of an image makes another digest", () => {
  const points = [undefined, { x: 0.5, y: 0.5 }, { x: 0.5, y: 0 }];
  const digests = points.map((focalPoint) => digestWithImage(focalPoint ? { focalPoint } : {}));
  expect(new Set(digests).size).toBe(3);
});

const texts = declared(fieldsOfKind.post).filter(
  ([, { type, item, listed }]) => type === "text" && item && listed === true,
);

test.each(texts)("another %s makes another digest", (name) => {
  const [none, one, other] = ["", "Reeds", "Rushes"].map((text) =>
    digestOf(listingWith({ ...post, kind: "post", [name]: text })),
  );
  expect(new Set([none, one, other]).size).toBe(3);
});
