/** Writes one JSON line about something that made a catalog slower to come by, and no less true. */
export const logCatalog = (warning: string): void => {
  process.stderr.write(`${JSON.stringify({ level: "warning", warning })}\n`);
};

/** Writes one JSON line about something that somebody must look after. */
export const logAlarm = (alarm: string): void => {
  process.stderr.write(`${JSON.stringify({ level: "alarm", alarm })}\n`);
};
