/** The details of a podcast for directories, beside its title and description. */
export interface PodcastDetails {
  /** A UUID by which directories know the podcast wherever it moves; null: made from the page's own. */
  readonly guid: string | null;
  /** Id of the image; it may be gone by now, which counts as none. */
  readonly artwork: number | null;
  readonly subtitle: string;
  readonly author: string;
  readonly owner: PodcastOwner | null;
  /** A language tag; null for the site's locale. */
  readonly language: string | null;
  readonly categories: readonly PodcastCategory[];
  readonly explicit: boolean;
  readonly copyright: string;
  /** Serial podcasts are heard from the first episode, episodic ones from the newest. */
  readonly type: "episodic" | "serial";
  readonly funding: readonly { readonly url: string; readonly text: string }[];
  /** True where other hosts shall not take the podcast over without asking its owner. */
  readonly locked: boolean;
  /** The persons of every episode that names none. */
  readonly persons: readonly Person[];
}

/** The person whom directories write to. Feeds show them to everybody. */
export interface PodcastOwner {
  readonly name: string;
  readonly email: string;
}

/** A category of Apple's list, and perhaps one of those below it. */
export interface PodcastCategory {
  readonly name: string;
  readonly subcategory: string | null;
}

/** The details of a podcast while nobody has set any. */
export const podcastDefaults: PodcastDetails = {
  guid: null,
  artwork: null,
  subtitle: "",
  author: "",
  owner: null,
  language: null,
  categories: [],
  explicit: false,
  copyright: "",
  type: "episodic",
  funding: [],
  locked: false,
  persons: [],
};

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

/** A person who takes part in a podcast or an episode. Texts are plain, and empty if they are not set. */
export interface Person {
  readonly name: string;
  /** The role, such as `guest`; `host` if none is set (Podcast Taxonomy). */
  readonly role: string;
  /** The group of the role, such as `writing`; empty for the cast. */
  readonly group: string;
  /** An address of the web. */
  readonly link: string;
  /** Id of a picture; it may be gone by now, which counts as none. */
  readonly image: number | null;
}
