import { fileUrl } from "#lib/media/file-key.ts";
import type { Audio, Image, Media, Video } from "#lib/media/media.ts";
import { lookupIn } from "#lib/media/references.ts";
import type { Named, SiteFrame } from "#lib/themes/page-parts.ts";
import type { PostPage, Reading } from "#lib/themes/theme.ts";

const object = {
  collectionId: 1,
  tags: [],
  ownerId: null,
  createdAt: "2026-01-02T03:04:05.000Z",
  version: 1,
};

const file = (key: string, contentType: string) => ({ key, contentType, sizeBytes: 1 });

const picture = (key: string, width: number, height: number) => ({
  ...file(key, "image/webp"),
  width,
  height,
});

export const heron: Image = {
  ...object,
  kind: "image",
  id: 17,
  title: "A heron",
  description: "",
  file: picture("images/17/0a1b2c3d4e5f/heron.jpg", 3000, 2000),
  cover: picture("images/17/0a1b2c3d4e5f/heron-cover.webp", 512, 341),
  display: picture("images/17/0a1b2c3d4e5f/heron-display.webp", 1600, 1067),
};

export const reeds: Image = { ...heron, id: 18, title: "IMG_2041", description: "Reeds in the morning" };

export const dawn: Audio = {
  ...object,
  kind: "audio",
  id: 5,
  title: "Dawn chorus",
  subtitle: "Six birds",
  files: {
    opus: file("audios/5/0a1b2c3d4e5f/dawn.opus", "audio/opus"),
    mp3: file("audios/5/0a1b2c3d4e5f/dawn.mp3", "audio/mpeg"),
  },
  durationSeconds: 3725.9,
  chapters: [
    { startSeconds: 0, title: "Wren", link: "", image: "" },
    { startSeconds: 65, title: "Robin", link: "https://birds.example/robin", image: "" },
    { startSeconds: 70, title: "Trap", link: "javascript:alert(1)", image: "" },
  ],
  transcript: null,
  transcriptDiarizationMode: "inherit",
};

export const ripple: Video = {
  ...object,
  kind: "video",
  id: 9,
  title: "Ripples",
  original: file("videos/9/0a1b2c3d4e5f/ripples.mp4", "video/mp4"),
  poster: picture("videos/9/0a1b2c3d4e5f/poster.jpg", 640, 360),
  posterThumbnail: picture("videos/9/0a1b2c3d4e5f/thumbnail.webp", 300, 169),
};

/** A reader of these media and page 6, without custom blocks. */
export const readingOf = (media: readonly Media[], more: Partial<Reading> = {}): Reading => ({
  locale: "en-GB",
  timezone: "UTC",
  media: lookupIn(media),
  fileUrl,
  pageUrl: (id) => (id === 6 ? "/notes/six/" : undefined),
  customBlocks: undefined,
  ...more,
});

/** A site that shows nothing but its name. */
export const fieldNotes: SiteFrame = {
  name: "Field Notes",
  url: "/",
  logo: null,
  favicon: null,
  navigation: [],
  socialLinks: [],
  account: null,
  themes: null,
  search: null,
};

/** The page of a short post. */
export const shortPost: PostPage = {
  site: fieldNotes,
  blog: { title: "Marsh", url: "/marsh/" },
  isIndexed: true,
  feeds: [],
  share: null,
  url: "https://notes.example/marsh/first-ice/",
  draft: null,
  title: "First ice",
  seoTitle: "",
  description: "",
  visibleDate: "2026-01-03T08:00:00.000Z",
  categories: [],
  tags: [],
  cover: null,
  episode: null,
  artwork: null,
  series: null,
  older: null,
  newer: null,
  related: [],
  body: [],
  passwordForms: [],
  comments: [],
  commenting: null,
};

/** Objects with these names and no links. */
export const named = (...names: readonly string[]): Named[] => names.map((name) => ({ name, url: null }));
