/** Lets other work of the process run, between two pieces of a long one. */
export type Pause = () => Promise<unknown>;
