import { type Metric, type OpenMetricsContentType, Registry } from 'prom-client';

/** What the registry reads of a metric; prom-client's declarations leave the first two out. */
interface Readable {
  name: string;
  type: string;
  get(): Promise<{ name: string }>;
  getForPromString?(): Promise<{ name: string }>;
}

const END = '# EOF\n';

/**
 * The metrics of a registry as OpenMetrics, with exemplars, and those from elsewhere, in Prometheus's text format. prom-client would take `_total` off the names of its counters
 * for good, so it reads copies of them here: both formats have the same series.
 */
export async function openMetricsText(registry: Registry, others = ''): Promise<string> {
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
  const text = await view.metrics();
  return text.slice(0, -END.length) + familiesOf(others) + END;
}

/** Types of metrics that both formats have; OpenMetrics calls others `unknown`. */
const TYPES = new Set(['counter', 'gauge', 'histogram', 'summary']);
/** Its counters have this behind the name of their family. */
const TOTAL = '_total';

/**
 * Metrics of Prometheus's text format as those of OpenMetrics, without its end: the same series. The times of samples, which
 * the formats have in different units, must not be there.
 */
function familiesOf(text: string): string {
  const lines = text.split('\n');
  const types = new Map(
    lines.flatMap((line) => {
      const described = descriptionIn(line);
      return described?.kind === 'TYPE' ? [[described.name, described.text] as const] : [];
    }),
  );
  return lines
    .flatMap((line) => {
      if (line === '') return [];
      if (!line.startsWith('#')) return [`${line}\n`];
      const described = descriptionIn(line);
      // OpenMetrics has no other comments.
      if (!described) return [];
      const { kind, name, text: said } = described;
      const { family, type } = familyOf(name, types.get(name));
      return [`# ${kind} ${family} ${kind === 'TYPE' ? type : said.replaceAll('"', '\\"')}\n`];
    })
    .join('');
}

/** What a comment says of a metric; undefined for other lines. */
function descriptionIn(line: string): { kind: 'HELP' | 'TYPE'; name: string; text: string } | undefined {
  const [mark, kind, name = '', ...words] = line.split(' ');
  if (mark !== '#' || (kind !== 'HELP' && kind !== 'TYPE')) return undefined;
  return { kind, name, text: words.join(' ') };
}

function familyOf(name: string, type = 'unknown'): { family: string; type: string } {
  if (!TYPES.has(type)) return { family: name, type: 'unknown' };
  if (type !== 'counter') return { family: name, type };
  const isTotal = name.endsWith(TOTAL);
  return isTotal ? { family: name.slice(0, -TOTAL.length), type } : { family: name, type: 'unknown' };
}

/** Whether a scraper prefers OpenMetrics, as Prometheus does. */
export function prefersOpenMetrics(accept: string | undefined): boolean {
  return /(?:^|[,\s])application\/openmetrics-text(?:[;,\s]|$)/.test((accept ?? '').slice(0, 1_000));
}
