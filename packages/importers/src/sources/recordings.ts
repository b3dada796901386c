import type { ImportedPost } from "#importers/imported.ts";

/** What people have chosen on the command line, if they have. */
export type SiteKind = "podcast" | "blog";

/** True if most posts have a recording. Some blogs have one now and then, and are no podcasts for that. */
export const isMostlyRecorded = (posts: readonly ImportedPost[]): boolean => {
  const published = posts.filter(({ folder }) => folder === undefined);
  const recorded = published.filter(({ files }) => files.audio !== undefined);
  return recorded.length * 2 > published.length;
};

/**
 * The posts as they stand below a podcast or a blog. Below a blog, and in pages, recordings stand at the end
 * of the text, and what only episodes have is noted. Below a podcast, posts without a recording are noted.
 */
export const postsBelow = (isPodcast: boolean, posts: readonly ImportedPost[]): readonly ImportedPost[] => {
  if (!isPodcast) return posts.map(withRecordingInText);
  return posts.map((post) => {
    if (post.folder !== undefined) return withRecordingInText(post);
    if (post.files.audio === undefined) post.place.note("unheard", "has no recording");
    return post;
  });
};

const withRecordingInText = (post: ImportedPost): ImportedPost => {
  const { audio, transcript, chapters, ...files } = post.files;
  const {
    season,
    episode,
    episode_type,
    explicit,
    block,
    keywords,
    soundbites,
    chapters: listed,
    ...fields
  } = post.fields;
  const { place, body } = post;
  const said = { season, episode, episode_type, explicit: explicit || undefined, block, keywords };
  for (const [key, value] of Object.entries(said))
    if (value !== undefined) place.note("field", `${key}: ${value}`);
  if (soundbites?.length) place.note("field", "the soundbites of an episode");
  if (listed?.length || chapters) place.note("transcript", "the chapters of an episode");
  if (transcript) place.note("transcript", `the transcript of an episode: ${String(transcript)}`);
  if (typeof audio !== "string" || body.kind !== "html") return { ...post, fields, files };
  // Some texts have the player already.
  const isThere = [...body.detail.matchAll(/<(?:audio|source)\b[^>]*>/gi)].some(([tag]) =>
    tag.includes(audio),
  );
  const player = `<audio src="${audio.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></audio>`;
  const detail = isThere ? body.detail : `${body.detail}\n${player}`;
  return { ...post, fields, files, body: { ...body, detail } };
};
