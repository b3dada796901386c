/** What is wrong with a line, which is counted from 1. */
export interface TranscriptFault {
  readonly line: number;
  readonly message: string;
}

/** One more than a refusal reports, so that it can report that there are more. */
const maxFaults = 501;

/** Takes faults in the order of their lines, as many as can be reported. */
export class FaultList {
  readonly found: TranscriptFault[] = [];

  add(line: number, message: string): void {
    if (!this.isFull) this.found.push({ line, message });
  }

  get isFull(): boolean {
    return this.found.length === maxFaults;
  }
}
