import { access, chmod, constants } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { programFolders, programPath } from "#lib/settings/programs.ts";

export type Program = "ffprobe" | "ffmpeg";

/** The path of a program: by its setting, as installed here, or on the search path (Lambda layers). */
export const findProgram = async (program: Program): Promise<string | undefined> => {
  const configured = programPath(program);
  if (configured) return configured;
  const installed = installedPath[program]();
  if (installed && (await becomesExecutable(installed))) return installed;
  const name = process.platform === "win32" ? `${program}.exe` : program;
  for (const folder of programFolders()) {
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return undefined;
};

const require = createRequire(import.meta.url);

/** Required, not imported: the packages are optional, and bundlers must not resolve them. */
const loadOptional = (name: string): unknown => {
  try {
    return require(name);
  } catch {
    return undefined;
  }
};

/**
 * Where npm installs a program; ffmpeg by `npm run ffmpeg` (layers/ffmpeg/install.ts), where its package
 * names the place.
 */
const installedPath: Record<Program, () => string | null | undefined> = {
  ffprobe: () => (loadOptional("@ffprobe-installer/ffprobe") as { readonly path: string } | undefined)?.path,
  ffmpeg: () => loadOptional("ffmpeg-static") as string | null | undefined,
};

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/** npm may have skipped the install script that makes the program executable. */
const becomesExecutable = async (path: string): Promise<boolean> => {
  if (await isExecutable(path)) return true;
  await chmod(path, 0o755).catch(() => undefined);
  return isExecutable(path);
};
