/** Collects what a deployment says before it begins. */
export class Notes {
  /** Each of these ends the deployment. */
  readonly problems: string[] = [];
  /** What may make it fail later, and what could not be checked. */
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

/** Where Node has tried several addresses of a host in vain, it says only by a code how that failed. */
const reasonOf = ({ message, code, name }: NodeJS.ErrnoException): string =>
  message.split("\n")[0] || code || name;
