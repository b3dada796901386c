import { variable } from "./environment.ts";

/** `METRICS_NAMESPACE`: where CloudWatch puts the figures of log lines; undefined where it reads none. */
export const metricsNamespace = (): string | undefined => variable("METRICS_NAMESPACE");

/** Figures of log lines. Each is a series, of which an account has ten free of charge. */
export const figureNames = ["ColdStarts", "ScheduleLateness", "SnapshotAge", "WebhookBacklog"] as const;

export type FigureName = (typeof figureNames)[number];
