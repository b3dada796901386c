/** A run ended because it may begin nothing more. What it has done is whole; applying again does the rest. */
export class OutOfTime extends Error {}
