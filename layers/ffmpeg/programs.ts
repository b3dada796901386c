import { createHash } from "node:crypto";
import { zipSync } from "fflate";

export type Program = "ffprobe" | "ffmpeg";

/** The npm package with ffprobe for Lambda, as `package/ffprobe`, and the checksum that npm lists for it. */
export const ffprobePackage = {
  name: "@ffprobe-installer/linux-arm64",
  version: "5.2.0",
  integrity:
    "sha512-X1VvWtlLs6ScP73biVLuHD5ohKJKsMTa0vafCESOen4mOoNeLAYbxOVxDWAdFz9cpZgRiloFj5QD6nDj8E28yQ==",
};

/** A file of PyPI's package `imageio-ffmpeg` 0.6.0: a zip with the static ffmpeg of a platform. */
export interface Wheel {
  readonly url: string;
  readonly sha256: string;
  /** Where the program is in it. */
  readonly entry: string;
}

const wheel = (place: string, platform: string, sha256: string, program: string): Wheel => ({
  url: `https://files.pythonhosted.org/packages/${place}/imageio_ffmpeg-0.6.0-py3-none-${platform}.whl`,
  sha256,
  entry: `imageio_ffmpeg/binaries/${program}`,
});

/** By `process.platform` and `process.arch`. PyPI never replaces a file, and its checksum would not fit. */
export const ffmpegWheels: Readonly<Record<string, Wheel>> = {
  "linux-arm64": wheel(
    "33/e7/1925bfbc563c39c1d2e82501d8372734a5c725e53ac3b31b4c2d081e895b",
    "manylinux2014_aarch64",
    "1d47bebd83d2c5fc770720d211855f208af8a596c82d17730aa51e815cdee6dc",
    "ffmpeg-linux-aarch64-v7.0.2",
  ),
  "linux-x64": wheel(
    "a0/2d/43c8522a2038e9d0e7dbdf3a61195ecc31ca576fb1527a528c877e87d973",
    "manylinux2014_x86_64",
    "c7e46fcec401dd990405049d2e2f475e2b397779df2519b544b8aab515195282",
    "ffmpeg-linux-x86_64-v7.0.2",
  ),
  "darwin-arm64": wheel(
    "40/5c/f3d8a657d362cc93b81aab8feda487317da5b5d31c0e1fdfd5e986e55d17",
    "macosx_11_0_arm64",
    "b1ae3173414b5fc5f538a726c4e48ea97edc0d2cdc11f103afee655c463fa742",
    "ffmpeg-macos-aarch64-v7.1",
  ),
  "darwin-x64": wheel(
    "da/58/87ef68ac83f4c7690961bce288fd8e382bc5f1513860fc7f90a9c1c1c6bf",
    "macosx_10_9_intel.macosx_10_9_x86_64",
    "9d2baaf867088508d4a3458e61eeb30e945c4ad8016025545f66c4b5aaef0a61",
    "ffmpeg-macos-x86_64-v7.1",
  ),
  "win32-x64": wheel(
    "2c/c6/fa760e12a2483469e2bf5058c5faff664acf66cadb4df2ad6205b016a73d",
    "win_amd64",
    "02fa47c83703c37df6bfe4896aab339013f62bf02c5ebf2dce6da56af04ffc0a",
    "ffmpeg-win-x86_64-v7.1.exe",
  ),
};

/** The platform of the functions. */
export const ffmpegOfLambda = ffmpegWheels["linux-arm64"]!;

/** The checksum of what a layer's program comes from. */
const sources: Readonly<Record<Program, string>> = {
  ffprobe: ffprobePackage.integrity,
  ffmpeg: ffmpegOfLambda.sha256,
};

/** The layer's file, from the project's folder. Another source makes another name. */
export const layerFile = (program: Program): string => {
  const source = createHash("sha256").update(sources[program]).digest("hex").slice(0, 12);
  return `layers/ffmpeg/dist/${program}-${source}.zip`;
};

/** Attributes of a regular file with mode 0755, as zips that were made on Unix (3) have them. */
const executable = { os: 3, attrs: 0o100755 << 16 };

/** Zips keep times without a zone, so this one is the same everywhere. */
const anyTime = new Date(1980, 0, 1);

/**
 * A zip of the same program is always the same. Lambda takes the mode from it, and puts the folder `bin` on
 * the search path.
 */
export const layerZip = (program: Program, content: Uint8Array): Uint8Array =>
  zipSync({ [`bin/${program}`]: content }, { ...executable, mtime: anyTime });
