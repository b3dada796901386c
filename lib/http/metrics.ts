import { clock } from "#lib/clock.ts";
import { metricsNamespace } from "#lib/settings/requests.ts";

/** Units of CloudWatch. */
type Unit = "Count" | "Seconds";

/**
 * Members of a log line from which CloudWatch makes metrics, one series for each figure ("embedded metric
 * format"); none where nobody reads them. A series costs money, so that docs/operations.md lists all.
 */
export const asMetrics = (
  figures: Readonly<Record<string, number>>,
  unit: Unit,
): Readonly<Record<string, unknown>> => {
  const namespace = metricsNamespace();
  if (namespace === undefined) return {};
  const metrics = Object.keys(figures).map((name) => ({ Name: name, Unit: unit }));
  const directive = { Namespace: namespace, Dimensions: [[]], Metrics: metrics };
  return { ...figures, _aws: { Timestamp: clock.nowMs(), CloudWatchMetrics: [directive] } };
};
