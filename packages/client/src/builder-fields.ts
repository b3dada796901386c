// Made by npm run openapi.
export const builderFields =
  "*,last_published_at,digest,tags,categories,authors,cover,media,language,translation_of,podcast_audio,episode_number,episode_type,season,keywords,explicit,block";
