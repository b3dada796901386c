import { type Authored, emptyObject, type ObjectFields, type StoredObject } from "#lib/object-fields.ts";

/** A person who takes part in a podcast or an episode. */
export const personFields = {
  name: { type: "line", maxLength: 128, required: true },
  /** The role, such as `guest`; `host` if none is set (Podcast Taxonomy). */
  role: { type: "line", maxLength: 128 },
  /** The group of the role, such as `writing`; empty for the cast. */
  group: { type: "line", maxLength: 128 },
  link: { type: "webAddress" },
  image: { type: "image" },
} as const satisfies ObjectFields;

export const personAuthoring = {
  name: { label: "Name", help: "Who takes part." },
  role: { label: "Role", help: "Such as guest; left out, host." },
  group: { label: "Group", help: "What the role belongs to, such as writing; left out, the cast." },
  link: { label: "Link", help: "A page about the person." },
  image: { label: "Picture", help: "A picture of the person." },
} as const satisfies Authored<typeof personFields>;

export interface Person extends StoredObject<typeof personFields> {}

/** The person whom directories write to. Feeds show them to everybody. */
const ownerFields = {
  name: { type: "line", maxLength: 255, required: true },
  email: { type: "email", required: true },
} as const satisfies ObjectFields;

export const ownerAuthoring = {
  name: { label: "Name", help: "Whom directories write to." },
  email: { label: "E-mail", help: "An address, which feeds show to everybody." },
} as const satisfies Authored<typeof ownerFields>;

const fundingFields = {
  url: { type: "webAddress", required: true },
  text: { type: "line", maxLength: 128, required: true },
} as const satisfies ObjectFields;

export const fundingAuthoring = {
  url: { label: "Address", help: "A page on which listeners can give money." },
  text: { label: "Text", help: "What the link says." },
} as const satisfies Authored<typeof fundingFields>;

/** The details of a podcast for directories, beside its title and description. */
export const podcastDetailFields = {
  /** The UUID by which directories know the podcast wherever it moves; null: made from the page's own. */
  guid: { type: "uuid" },
  artwork: { type: "image" },
  subtitle: { type: "text", maxLength: 255 },
  author: { type: "text", maxLength: 255 },
  owner: { type: "object", fields: ownerFields },
  /** A language tag; null for the site's locale. */
  language: { type: "language" },
  categories: { type: "podcastCategories", maxMembers: 3 },
  explicit: { type: "boolean" },
  copyright: { type: "text", maxLength: 255 },
  type: {
    type: "choice",
    choices: [
      ["episodic", "heard from the newest episode"],
      ["serial", "heard from the first episode"],
    ],
    empty: "episodic",
  },
  funding: { type: "objects", fields: fundingFields, maxMembers: 5 },
  /** True where other hosts shall not take the podcast over without asking its owner. */
  locked: { type: "boolean" },
  /** The persons of every episode that names none. */
  persons: { type: "persons", fields: personFields },
} as const satisfies ObjectFields;

export const podcastAuthoring = {
  guid: { label: "GUID", help: "A UUID by which directories know the podcast; left out, one is made." },
  artwork: { label: "Artwork", help: "A square picture of 1400 to 3000 pixels." },
  subtitle: { label: "Subtitle", help: "A line below the title." },
  author: { label: "Author", help: "Who makes it, as directories show it." },
  owner: { label: "Owner", help: "Whom directories write to; feeds show the address to everybody." },
  language: { label: "Language", help: "Such as en or de-AT; left out, that of the site." },
  categories: { label: "Categories", help: "Up to three of the categories of directories." },
  explicit: { label: "Explicit", help: "Whether podcast apps mark it as not for children." },
  copyright: { label: "Copyright", help: "A line about rights." },
  type: { label: "Order", help: "Whether it is heard from the newest episode or from the first." },
  funding: { label: "Support", help: "Where listeners can give money." },
  locked: { label: "Locked", help: "Whether other hosts may take it over only with consent of the owner." },
  persons: { label: "Persons", help: "Who takes part in each episode that names nobody." },
} as const satisfies Authored<typeof podcastDetailFields>;

export interface PodcastDetails extends StoredObject<typeof podcastDetailFields> {}

/** A category of Apple's list, and perhaps one of those below it. */
export interface PodcastCategory {
  readonly name: string;
  readonly subcategory: string | null;
}

/** The details of a podcast while nobody has set any. */
export const podcastDefaults: PodcastDetails = /* @__PURE__ */ emptyObject(podcastDetailFields);

/** Pixels of artwork, which is square (Apple's rules for shows). */
export const artworkPixels = { min: 1400, max: 3000 } as const;

/** True of pictures that directories take as artwork of shows and episodes. */
export const isArtwork = ({
  contentType,
  width,
  height,
}: {
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
}): boolean =>
  ["image/jpeg", "image/png"].includes(contentType) &&
  width === height &&
  width >= artworkPixels.min &&
  width <= artworkPixels.max;

/** The categories that directories know, with those below them: Apple's list of 2026. */
export const podcastCategories: Readonly<Record<string, readonly string[]>> = {
  Arts: ["Books", "Design", "Fashion & Beauty", "Food", "Performing Arts", "Visual Arts"],
  Business: ["Careers", "Entrepreneurship", "Investing", "Management", "Marketing", "Non-Profit"],
  Comedy: ["Comedy Interviews", "Improv", "Stand-Up"],
  Education: ["Courses", "How To", "Language Learning", "Self-Improvement"],
  Fiction: ["Comedy Fiction", "Drama", "Science Fiction"],
  Government: [],
  History: [],
  "Health & Fitness": [
    "Alternative Health",
    "Fitness",
    "Medicine",
    "Mental Health",
    "Nutrition",
    "Sexuality",
  ],
  "Kids & Family": ["Education for Kids", "Parenting", "Pets & Animals", "Stories for Kids"],
  Leisure: [
    "Animation & Manga",
    "Automotive",
    "Aviation",
    "Crafts",
    "Games",
    "Hobbies",
    "Home & Garden",
    "Video Games",
  ],
  Music: ["Music Commentary", "Music History", "Music Interviews"],
  News: [
    "Business News",
    "Daily News",
    "Entertainment News",
    "News Commentary",
    "Politics",
    "Sports News",
    "Tech News",
  ],
  "Religion & Spirituality": [
    "Buddhism",
    "Christianity",
    "Hinduism",
    "Islam",
    "Judaism",
    "Religion",
    "Spirituality",
  ],
  Science: [
    "Astronomy",
    "Chemistry",
    "Earth Sciences",
    "Life Sciences",
    "Mathematics",
    "Natural Sciences",
    "Nature",
    "Physics",
    "Social Sciences",
  ],
  "Society & Culture": ["Documentary", "Personal Journals", "Philosophy", "Places & Travel", "Relationships"],
  Sports: [
    "Baseball",
    "Basketball",
    "Cricket",
    "Fantasy Sports",
    "Football",
    "Golf",
    "Hockey",
    "Rugby",
    "Running",
    "Soccer",
    "Swimming",
    "Tennis",
    "Volleyball",
    "Wilderness",
    "Wrestling",
  ],
  Technology: [],
  "True Crime": [],
  "TV & Film": ["After Shows", "Film History", "Film Interviews", "Film Reviews", "TV Reviews"],
};
