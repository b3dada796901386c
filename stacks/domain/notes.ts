/** Collects what a deployment says before it begins. */
export class Notes {
  /** Problems, each of which ends the deployment. */
  readonly problems: string[] = [];
  /** What may make the deployment fail later, and what could not be checked. */
  readonly warnings: string[] = [];

  /**
   * Gives what was read; undefined if it cannot be. Then it says so, and nothing that depends on it is
   * checked.
   */
  async known<Value>(what: string, read: Promise<Value>): Promise<Value | undefined> {
    try {
      return await read;
    } catch (error) {
      this.warnings.push(`It could not be checked ${what}: ${reasonOf(error as NodeJS.ErrnoException)}`);
      return undefined;
    }
  }
}

/**
 * The reason of an error. If Node has tried several addresses of a host, only a code says how that failed.
 */
const reasonOf = ({ message, code, name }: NodeJS.ErrnoException): string =>
  message.split("\n")[0] || code || name;
