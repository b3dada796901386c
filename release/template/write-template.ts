import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { layerFile, type Program } from "../../layers/ffmpeg/programs.ts";
import { makeOwnFolder } from "../own-folder.ts";
import { projectFolder } from "../synthesis/sst-platform.ts";
import { writeBundles } from "./bundle-zips.ts";
import { textOfTemplate } from "./nested-stacks.ts";
import { siteTemplate, synthesizeVariants } from "./site-template.ts";

const programs: readonly Program[] = ["ffprobe", "ffmpeg"];

/** Whatever a template or an earlier one may have. */
const ownFile = /^(functions|layers|template\.json|[A-Z]\w+-\w+\.json)$/;

/**
 * Writes into a folder, which it empties first, what a stack of CloudFormation is made from (docs/deploy-template.md): templates,
 * the bundles of functions, and the layers. The files depend on nothing but the project's.
 */
export const writeTemplate = async (folder: string, say: (line: string) => void): Promise<void> => {
  await makeOwnFolder(folder, ownFile);
  await mkdir(path.join(folder, "layers"));
  const { version } = JSON.parse(await readFile(path.join(projectFolder, "package.json"), "utf8"));
  say("Synthesizing the stage with and without each setting");
  const stages = await synthesizeVariants();
  say(`Building ${Object.keys(stages.full.built).length} functions`);
  const { keys, setupKey } = await writeBundles(stages.full, folder);
  await promisify(execFile)(process.execPath, ["layers/ffmpeg/build.ts"], { cwd: projectFolder });
  for (const program of programs) {
    const file = layerFile(program);
    await copyFile(path.join(projectFolder, file), path.join(folder, "layers", path.basename(file)));
  }
  await writeFile(path.join(folder, "layers/LICENCE.txt"), licence);
  const keyOfBundle = (handler: string): string => {
    const key = keys.get(handler);
    if (key === undefined) throw new Error(`${handler} has not been built.`);
    return key;
  };
  const templates = siteTemplate(stages, { version, keyOfBundle, setupKey });
  for (const [name, template] of Object.entries(templates))
    await writeFile(path.join(folder, name), textOfTemplate(template));
};

const licence = `The zips in this folder have the programs ffprobe and ffmpeg, which are not part of Lectern, as their publishers
built them. They are under the GNU General Public License, version 3: https://www.gnu.org/licenses/gpl-3.0.html

Sources: https://www.johnvansickle.com/ffmpeg/ and https://github.com/imageio/imageio-ffmpeg
Whoever passes these files on has to offer the sources along with them.
`;
