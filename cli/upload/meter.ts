import { printLines } from "#cli/output.ts";
import { type ProgressLine, progressOn, type Terminal } from "#cli/publish/progress.ts";
import type { UploadWatcher } from "#client/upload.ts";
import { clock } from "#lib/clock.ts";

export interface Meter extends Required<UploadWatcher>, Disposable {
  readonly say: (text: string) => void;
  /** Prints a line that stays. */
  readonly tell: (text: string) => void;
}

export interface Measured {
  readonly file: string;
  readonly sizeBytes: number;
}

/** On a terminal, shows a bar, the speed and the remaining time; elsewhere a line for each tenth. */
export const meterOn = (terminal: Terminal, { file, sizeBytes }: Measured): Meter => {
  const line: ProgressLine = progressOn(terminal);
  const total = inUnits(sizeBytes);
  let arrivedBytes = 0;
  let sentBytes = 0;
  let startedMs = clock.monotonicMs();
  let toldTenths = 0;
  const show = (): void => {
    const share = arrivedBytes / sizeBytes;
    const bytesPerSecond = sentBytes / Math.max((clock.monotonicMs() - startedMs) / 1000, 0.001);
    line.show(
      `${barOf(share)} ${percent(share)} of ${total}  ${speed(bytesPerSecond, sizeBytes - arrivedBytes)}${file}`,
    );
    const tenths = Math.floor(share * 10);
    if (!terminal.isTTY && tenths > toldTenths)
      printLines(terminal, [`${file}: ${percent(share)} of ${total}`]);
    toldTenths = Math.max(tenths, toldTenths);
  };
  return {
    begun: () => {
      [arrivedBytes, sentBytes, startedMs, toldTenths] = [0, 0, clock.monotonicMs(), 0];
      show();
    },
    arrived: (bytes, wasSent) => {
      arrivedBytes += bytes;
      if (wasSent) sentBytes += bytes;
      show();
    },
    say: (text) => (terminal.isTTY ? line.show(text) : printLines(terminal, [`${file}: ${text}`])),
    tell: (text) => {
      line.clear();
      printLines(terminal, [`${file}: ${text}`]);
    },
    [Symbol.dispose]: line.clear,
  };
};

const barWidth = 24;

const barOf = (share: number): string => {
  const filled = Math.round(share * barWidth);
  return `[${"#".repeat(filled)}${"-".repeat(barWidth - filled)}]`;
};

export const percent = (share: number): string => `${Math.floor(share * 100)} %`;

/** The speed, such as `24 MB/s  36 s left  `; empty until something was sent. */
const speed = (bytesPerSecond: number, leftBytes: number): string => {
  if (bytesPerSecond === 0) return "";
  const left = Math.ceil(leftBytes / bytesPerSecond);
  return `${inUnits(bytesPerSecond)}/s  ${left < 120 ? `${left} s` : `${Math.ceil(left / 60)} min`} left  `;
};

const units = ["bytes", "kB", "MB", "GB", "TB"];

/** A size such as `1.5 GB`, in powers of a thousand. */
export const inUnits = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const amount = bytes / 1000 ** power;
  return `${power === 0 || amount >= 10 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`;
};
