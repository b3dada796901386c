/** The memory of the browser for this listener: the position in each audio, and the speed. */
interface Memory {
  /** Seconds by audio, the one that was heard last at the end. */
  readonly positions: readonly (readonly [audio: string, seconds: number])[];
  readonly speed: number;
}

const storageKey = "lectern.player";

const maxPositions = 100;

const nothing: Memory = { positions: [], speed: 1 };

/** Storage may be switched off, full, or hold what another version or another program wrote. */
const recall = (): Memory => {
  try {
    const { positions, speed } = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    return {
      positions: Array.isArray(positions) ? positions.filter(isPosition) : [],
      speed: typeof speed === "number" && speed >= 0.5 && speed <= 3 ? speed : 1,
    };
  } catch {
    return nothing;
  }
};

const isPosition = (entry: unknown): entry is readonly [string, number] =>
  Array.isArray(entry) && typeof entry[0] === "string" && Number.isFinite(entry[1]);

const remember = (change: Partial<Memory>): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...recall(), ...change }));
  } catch {
    // Then the listener starts from the beginning next time.
  }
};

export const rememberedPosition = (audio: string): number =>
  recall().positions.find(([name]) => name === audio)?.[1] ?? 0;

/** Zero forgets the audio. */
export const rememberPosition = (audio: string, seconds: number): void => {
  const others = recall().positions.filter(([name]) => name !== audio);
  const kept = seconds > 0 ? [...others, [audio, seconds] as const] : others;
  remember({ positions: kept.slice(-maxPositions) });
};

export const rememberedSpeed = (): number => recall().speed;

export const rememberSpeed = (speed: number): void => remember({ speed });
