import type { DeployedFunction } from "../deployed.ts";

/** A version of a function, which keeps its code, its settings and its role. */
export interface PublishedVersion {
  readonly number: string;
  readonly deployed: DeployedFunction;
  readonly taskFolder: string;
}

interface Alias {
  readonly version: string;
  readonly description: string;
}

interface Published {
  /** The newest last. */
  readonly versions: Map<string, PublishedVersion>;
  readonly aliases: Map<string, Alias>;
}

/** The versions of a stage's functions, and the versions that their aliases are at. */
export class PublishedFunctions {
  readonly #byName = new Map<string, Published>();

  readonly publish = (version: PublishedVersion): void => {
    const { name } = version.deployed;
    const published = this.#byName.get(name) ?? { versions: new Map(), aliases: new Map() };
    published.versions.set(version.number, version);
    this.#byName.set(name, published);
  };

  readonly find = (name: string): Published | undefined => this.#byName.get(name);

  /** Lets an alias be at a version; false if there is no such version. */
  readonly move = (name: string, alias: string, to: Alias): boolean => {
    const published = this.#byName.get(name);
    if (!published?.versions.has(to.version)) return false;
    published.aliases.set(alias, to);
    return true;
  };

  /** The version that is called by a name, which an alias may follow; without one, the newest. */
  readonly called = (called: string): PublishedVersion => {
    const [name = "", alias] = called.split(":");
    const { versions, aliases } = this.#byName.get(name) ?? {};
    const number = alias === undefined ? [...(versions?.keys() ?? [])].at(-1) : aliases?.get(alias)?.version;
    const version = versions?.get(number ?? "");
    if (!version) throw new Error(`The stage has no function ${called}.`);
    return version;
  };

  /** The numbers of the versions that functions, or those of these names, are at by an alias. */
  readonly numbersAt = (alias: string, names: Iterable<string> = this.#byName.keys()): string[] => [
    ...new Set(
      Array.from(names).flatMap((name) => this.#byName.get(name)?.aliases.get(alias)?.version ?? []),
    ),
  ];
}
