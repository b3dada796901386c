import { administrationCommands } from "./administration-commands.ts";
import type { Command } from "./command.ts";
import { withCompletion } from "./completion.ts";
import type { CommandSet } from "./main.ts";
import { serviceCommands } from "./service-commands.ts";

const dev: Command = {
  words: "dev",
  usage:
    "FOLDER --url URL [--token SECRET] [--profile NAME] [--parent PATH] [--source NAME] [--collection PATH] " +
    "[--prune] [--strict] [--future schedule|draft|publish]",
  summary: "publish a folder to a running service whenever a file is saved",
  load: async () => (await import("./dev.ts")).devRemote,
};

/** `lectern` of the package `@lectern/cli`, which has neither the service nor its store. */
export const packedLectern: CommandSet = {
  commands: withCompletion([...serviceCommands, dev, ...administrationCommands]),
  note: "Options, LECTERN_URL and LECTERN_TOKEN, or a profile of `lectern login` say which service a command asks.",
  openSite: async (...given) => (await import("#cli/administration/open-service.ts")).openService(...given),
  elsewhere: {
    words: [
      "backup",
      "catalog",
      "files",
      "logs",
      "pause",
      "person",
      "releases",
      "restore",
      "resume",
      "rollback",
      "setup",
    ],
    hint: "works on the store of a service; run it where Lectern is installed.",
  },
};
