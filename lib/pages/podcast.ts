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

const directoryFields = {
  name: { type: "line", maxLength: 64, required: true },
  url: { type: "webAddress", required: true },
} as const satisfies ObjectFields;

export const directoryAuthoring = {
  name: { label: "Name", help: "Such as Apple Podcasts." },
  url: { label: "Address", help: "The page of the podcast there." },
} as const satisfies Authored<typeof directoryFields>;

const licenseFields = {
  /** An identifier of SPDX in lower case, such as `cc-by-4.0`, or the name of another licence. */
  name: { type: "line", maxLength: 128, required: true },
  url: { type: "webAddress" },
} as const satisfies ObjectFields;

export const licenseAuthoring = {
  name: { label: "Name", help: "Such as cc-by-4.0, or the name of a licence of your own." },
  url: { label: "Address", help: "Where the licence can be read." },
} as const satisfies Authored<typeof licenseFields>;

const locationFields = {
  name: { type: "line", maxLength: 128, required: true },
  /** A `geo:` address. */
  geo: { type: "line", maxLength: 128 },
  /** An object of OpenStreetMap, such as `R113314`. */
  osm: { type: "line", maxLength: 32 },
} as const satisfies ObjectFields;

export const locationAuthoring = {
  name: { label: "Name", help: "The place that it is about." },
  geo: { label: "Coordinates", help: "Such as geo:51.5,-0.12." },
  osm: { label: "OpenStreetMap", help: "An object of OpenStreetMap, such as R113314." },
} as const satisfies Authored<typeof locationFields>;

const updateFrequencyFields = {
  text: { type: "line", maxLength: 128, required: true },
  /** A recurrence rule of iCalendar. */
  rrule: { type: "line", maxLength: 255 },
} as const satisfies ObjectFields;

export const updateFrequencyAuthoring = {
  text: { label: "In words", help: "Such as: every other week." },
  rrule: { label: "As a rule", help: "For programs, such as FREQ=WEEKLY;INTERVAL=2." },
} as const satisfies Authored<typeof updateFrequencyFields>;

const txtFields = {
  text: { type: "line", maxLength: 4000, required: true },
  purpose: { type: "line", maxLength: 128 },
} as const satisfies ObjectFields;

export const txtAuthoring = {
  text: { label: "Text", help: "What a service asks for, such as a code." },
  purpose: { label: "Purpose", help: "Such as verify, for a proof that the feed is yours." },
} as const satisfies Authored<typeof txtFields>;

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
  /** Where else the podcast is heard; its pages link to these. */
  directories: { type: "objects", fields: directoryFields, maxMembers: 20, optional: true },
  /** True where other hosts shall not take the podcast over without asking its owner. */
  locked: { type: "boolean" },
  /** The persons of every episode that names none. */
  persons: { type: "persons", fields: personFields },
  license: { type: "object", fields: licenseFields, optional: true },
  location: { type: "object", fields: locationFields, optional: true },
  updateFrequency: { type: "object", fields: updateFrequencyFields, optional: true },
  /** Texts for services, which feeds show to everybody. */
  txt: { type: "objects", fields: txtFields, maxMembers: 10, optional: true },
  /** Where the podcast is heard from now on. */
  newFeedUrl: { type: "webAddress", optional: true },
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
  directories: { label: "Directories", help: "Its pages in directories and apps, in your order." },
  locked: { label: "Locked", help: "Whether other hosts may take it over only with consent of the owner." },
  persons: { label: "Persons", help: "Who takes part in each episode that names nobody." },
  license: { label: "Licence", help: "What others may do with it." },
  location: { label: "Place", help: "The place that it is about." },
  updateFrequency: { label: "How often", help: "How often an episode comes." },
  txt: { label: "Texts for services", help: "Proofs for services; feeds show them to everybody." },
  newFeedUrl: {
    label: "New feed",
    help: "The address of another feed to which apps shall move all listeners.",
  },
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
