/** What a deployment is told before it begins. */
export class Notes {
  /** Each of these ends the deployment. */
  readonly problems: string[] = [];
  /** What may make it fail later, and what could not be checked. */
  readonly warnings: string[] = [];

  /** What is read; undefined if it cannot be, which is said: what depends on it is not checked. */
  async known<Value>(what: string, read: Promise<Value>): Promise<Value | undefined> {
    try {
      return await read;
    } catch (error) {
      const [reason] = (error as Error).message.split("\n");
      this.warnings.push(`It could not be checked ${what}: ${reason}`);
      return undefined;
    }
  }
}
