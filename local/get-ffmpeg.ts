/** Says how to get ffmpeg for a service on one's own machine. */
export const getFfmpeg =
  "`npm run ffmpeg` installs it, and so do the packages of most systems, such as `apt install ffmpeg` on Debian";
