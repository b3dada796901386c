import type { Deployment, Resource } from "#release/synthesis/synthesize.ts";

const keyOf = ({ type, name }: Resource): string => `${type} ${name}`;

/** The resources that a stage has: what deployments have made, also one that has ended half way. */
export class StageResources {
  #deployment: Deployment;
  readonly #byKey: Map<string, Resource>;
  #isChanged = false;
  /** When the last release was noted in the bucket. */
  notedAt = 0;

  constructor(deployment: Deployment) {
    this.#deployment = deployment;
    this.#byKey = new Map(deployment.resources.map((resource) => [keyOf(resource), resource]));
  }

  /** The same object until something changes. */
  get deployment(): Deployment {
    if (this.#isChanged) this.#deployment = { ...this.#deployment, resources: [...this.#byKey.values()] };
    this.#isChanged = false;
    return this.#deployment;
  }

  readonly put = (resource: Resource): void => {
    this.#byKey.set(keyOf(resource), resource);
    this.#isChanged = true;
  };

  readonly keepOnly = ({ resources }: Deployment): void => {
    const kept = new Set(resources.map(keyOf));
    for (const key of this.#byKey.keys()) if (!kept.has(key)) this.#byKey.delete(key);
    this.#isChanged = true;
  };
}
