import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import { PlainError } from "#local/plain-error.ts";
import { UsageError } from "./usage-error.ts";

/** A service, and a token for it. */
export interface Profile {
  readonly url: string;
  readonly token: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The profile that is meant where none is named. */
const defaultProfile = "default";

const profilesShape = z.object({
  version: z.literal(1),
  profiles: z.record(z.string(), z.object({ url: z.string(), token: z.string() })),
});

type Profiles = z.output<typeof profilesShape>["profiles"];

/**
 * The file with the profiles: `LECTERN_CONFIG`, or `lectern/profiles.json` in the user's folder for settings;
 * undefined where the user has no such folder.
 */
const profilesFile = ({
  LECTERN_CONFIG,
  XDG_CONFIG_HOME,
  APPDATA,
  HOME,
}: Environment): string | undefined => {
  if (LECTERN_CONFIG) return LECTERN_CONFIG;
  const folder = XDG_CONFIG_HOME || APPDATA || (HOME && join(HOME, ".config"));
  return folder ? join(folder, "lectern", "profiles.json") : undefined;
};

/** The name that was given, or that of the environment, or the default. */
export const profileName = (given: string | undefined, { LECTERN_PROFILE }: Environment): string => {
  const name = given ?? (LECTERN_PROFILE || defaultProfile);
  if (!/^[a-z0-9][\w.-]{0,59}$/i.test(name))
    throw new UsageError(
      "A profile's name begins with a letter or digit, and has at most 60 of these, '.', '_' and '-'",
    );
  return name;
};

/** A profile by its name. Throws a {@link PlainError} if one that was named does not exist. */
export const readProfile = async (
  given: string | undefined,
  environment: Environment,
): Promise<Profile | undefined> => {
  const name = profileName(given, environment);
  const profiles = await readProfiles(environment);
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  if (given === undefined && !environment.LECTERN_PROFILE) return undefined;
  const known = Object.keys(profiles).sort().join(", ");
  throw new PlainError(
    `There is no profile ${name}${known && ` (there are ${known})`}; lectern login --url URL --profile ${name} makes it.`,
  );
};

const readProfiles = async (environment: Environment): Promise<Profiles> => {
  const file = profilesFile(environment);
  const text = file && (await readFile(file, "utf8").catch(absent));
  if (!file || !text) return {};
  const { data } = profilesShape.safeParse(parsed(text));
  if (!data) throw new PlainError(`${file} is damaged; correct or remove it, and log in again.`);
  return data.profiles;
};

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw new PlainError(`The profiles cannot be read (${error.message}).`);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Stores a profile, or removes it (null); false if there was none. Gives the name of the file. */
export const putProfile = async (
  name: string,
  profile: Profile | null,
  environment: Environment,
): Promise<{ readonly file: string; readonly was: boolean }> => {
  const file = profilesFile(environment);
  if (!file) throw new PlainError("There is no home folder for profiles; name a file in LECTERN_CONFIG.");
  const former = await readProfiles(environment);
  const was = Object.hasOwn(former, name);
  const { [name]: _, ...others } = former;
  const profiles = profile ? { ...others, [name]: profile } : others;
  if (!profile && !was) return { file, was };
  await replaceSecretly(file, `${JSON.stringify({ version: 1, profiles }, null, 2)}\n`);
  return { file, was };
};

/** Replaces a file at once by one that only its owner reads. */
const replaceSecretly = async (file: string, text: string): Promise<void> => {
  const draft = `${file}.${process.pid}.new`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await rm(draft, { force: true });
    await writeFile(draft, text, { mode: 0o600, flag: "wx" });
    await chmod(draft, 0o600);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw new PlainError(`${file} cannot be written (${(error as Error).message}).`);
  }
};
