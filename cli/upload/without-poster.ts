import { getFfmpeg } from "#local/get-ffmpeg.ts";

/** What is told of a video that has no poster. */
export const withoutPoster = `stored without a poster: the service has no ffmpeg, or found no picture in time. On its machine, ${getFfmpeg}.`;
