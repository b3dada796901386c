/**
 * The declaration of an audio format. From its entry in `audioFormatTable` follow the fields that take and
 * show its file, the checks of names, types and first bytes, how ffprobe opens it, feeds, players and
 * manifests.
 */
export interface AudioFormatEntry {
  /** Its name in titles of feeds. */
  readonly title: string;
  /** Content types by the extensions of names; the format's own name is the first. */
  readonly extensions: Readonly<Record<string, string>>;
  /** Types that senders may declare, beside these and those that say nothing. */
  readonly alsoDeclared: readonly string[];
  /** A pattern for the first twelve bytes, one character each. */
  readonly container: RegExp;
  /** The name of the container in ffprobe. */
  readonly demuxer: string;
  /** The decoders of its contents, as ffprobe's `-codec_whitelist` takes them: with commas. */
  readonly decoders: string;
}

const ogg = { container: /^OggS/, demuxer: "ogg" } as const;

/** The formats, in the order of preference. A new one needs nothing else but a sentence in the contract. */
export const audioFormatTable = {
  mp3: {
    title: "MP3",
    extensions: { mp3: "audio/mpeg" },
    alsoDeclared: ["audio/mp3", "audio/x-mpeg"],
    container: /^(ID3|\xff[\xe0-\xff])/,
    demuxer: "mp3",
    decoders: "mp3float,mp3,mp2float,mp2",
  },
  m4a: {
    title: "AAC",
    extensions: { m4a: "audio/mp4" },
    alsoDeclared: ["audio/m4a", "audio/x-m4a"],
    container: /^.{4}ftyp/s,
    demuxer: "mov",
    decoders: "aac,aac_latm,alac",
  },
  oga: {
    title: "Ogg Vorbis",
    extensions: { oga: "audio/ogg", ogg: "audio/ogg" },
    alsoDeclared: ["application/ogg"],
    ...ogg,
    decoders: "vorbis,flac,speex",
  },
  opus: {
    title: "Opus",
    extensions: { opus: "audio/opus" },
    alsoDeclared: ["audio/ogg", "application/ogg"],
    ...ogg,
    decoders: "opus,libopus",
  },
} as const satisfies Readonly<Record<string, AudioFormatEntry>>;
