/** The roots of the API that exist, as absolute URLs, in the order of decisions §1. */
export const rootView = (origin: string): Record<string, string> => ({
  videos: `${origin}/api/videos/`,
  audios: `${origin}/api/audios/`,
  comment_training_data: `${origin}/api/comment_training_data/`,
  pages: `${origin}/api/cms/pages/`,
  images: `${origin}/api/cms/images/`,
});
