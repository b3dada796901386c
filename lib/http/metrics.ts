import { clock } from "#lib/clock.ts";
import { type FigureName, metricsNamespace } from "#lib/settings/metrics.ts";

/** Units of CloudWatch. */
type Unit = "Count" | "Seconds";

/**
 * Members of a log line from which CloudWatch makes metrics, one series for each figure ("embedded metric
 * format"); none where nobody reads them.
 */
export const asMetrics = (
  figures: Readonly<Partial<Record<FigureName, number>>>,
  unit: Unit,
): Readonly<Record<string, unknown>> => {
  const namespace = metricsNamespace();
  if (namespace === undefined) return {};
  const metrics = Object.keys(figures).map((name) => ({ Name: name, Unit: unit }));
  const directive = { Namespace: namespace, Dimensions: [[]], Metrics: metrics };
  return { ...figures, _aws: { Timestamp: clock.nowMs(), CloudWatchMetrics: [directive] } };
};
