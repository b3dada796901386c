/** The roots of the API, as absolute URLs (contract#roots). */
export const rootView = (origin: string): Record<string, string> => ({
  videos: `${origin}/api/videos/`,
  audios: `${origin}/api/audios/`,
  comment_training_data: `${origin}/api/comment_training_data/`,
  themes: `${origin}/api/themes/`,
  pages: `${origin}/api/cms/pages/`,
  images: `${origin}/api/cms/images/`,
  facet_counts: `${origin}/api/facet_counts/`,
});
