/** How somebody gets ffmpeg for a service on their machine. */
export const getFfmpeg =
  "`npm run ffmpeg` installs it, and so do the packages of most systems, such as `apt install ffmpeg` on Debian";
