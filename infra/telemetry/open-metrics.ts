import { type Metric, type OpenMetricsContentType, Registry } from 'prom-client';

/** What the registry reads of a metric; prom-client's declarations leave the first two out. */
interface Readable {
  name: string;
  type: string;
  get(): Promise<{ name: string }>;
  getForPromString?(): Promise<{ name: string }>;
}

/**
 * The metrics of a registry as OpenMetrics, with exemplars. prom-client would take `_total` off the names of its counters
 * for good, so it reads copies of them here: both formats have the same series.
 */
export async function openMetricsText(registry: Registry): Promise<string> {
  const view = new Registry<OpenMetricsContentType>();
  view.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  for (const metric of registry.getMetricsAsArray() as unknown as Readable[]) {
    const name = metric.type === 'counter' ? metric.name.replace(/_total$/, '') : metric.name;
    const copy = {
      name,
      type: metric.type,
      getForPromString: async () => ({ ...(await (metric.getForPromString ?? metric.get).call(metric)), name }),
    };
    view.registerMetric(copy as unknown as Metric);
  }
  return view.metrics();
}

/** Whether a scraper prefers OpenMetrics, as Prometheus does. */
export function prefersOpenMetrics(accept: string | undefined): boolean {
  return /(?:^|[,\s])application\/openmetrics-text(?:[;,\s]|$)/.test((accept ?? '').slice(0, 1_000));
}
