import type { LocalFile } from "#lib/store/files.ts";

/**
 * The arguments with which ffprobe and ffmpeg open one file and nothing else: no network, and only formats whose files
 * do not name others, which playlists do. Bytes behind the file's content are not read.
 */
export const inputArguments = ({ path, sizeBytes }: LocalFile): readonly string[] => [
  ...["-v", "error"],
  ...["-protocol_whitelist", "file,subfile"],
  ...["-format_whitelist", "mp3,mov,ogg,avi"],
  ...["-i", `subfile,,start,0,end,${sizeBytes},,:${path}`],
];
