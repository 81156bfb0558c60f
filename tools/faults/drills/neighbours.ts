import { markdownTable } from 'markdown-table';
import { createPartnerThrough, pathOfPartner } from '../../../test/environment/create-partner.ts';
import { sampleLoop } from '../../../test/environment/loop.ts';
import { Api } from '../api.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';
import type { Load, LoadPartner } from '../neighbours/load-partner.ts';
import { LOADS } from '../neighbours/loads.ts';
import { type Beside, measureBeside } from '../neighbours/measure.ts';
import { poller } from '../neighbours/poller.ts';
import { comeToRest } from '../run-drill.ts';

/** How many times as long another partner may wait beside a load. */
const MAX_RATIO = 2;
/** What the neighbour asks for: a record, a page and figures. */
const ASKED = [
  '/app/usage-data',
  '/content-workflow/executions?per_page=5',
  '/content-workflow/capabilities/blog_post',
];

/** Every expensive route at its limit, each beside another partner's ordinary requests. */
export function neighboursDrill(loads: readonly Load[] = LOADS, maxRatio = MAX_RATIO): Drill {
  return {
    name: 'neighbours',
    title: `what ${loads.length} loads of one partner cost another`,
    run: (environment) => run(environment, loads, maxRatio),
  };
}

async function run(
  { stack, query, findings }: DrillEnvironment,
  loads: readonly Load[],
  maxRatio: number,
): Promise<void> {
  const { apiOrigin: origin } = stack.urls;
  const admin = new Api(origin, stack.credentials.admin_key);
  const newPartner = async () => {
    const { id, key } = await createPartnerThrough(
      async (path, id, body) => (await admin.post(pathOfPartner(path, id), body)).body,
      { credits: 1_000_000 },
    );
    return { id, key: key.text, api: new Api(origin, key.text) };
  };
  const rows: [string, Beside][] = [];
  for (const load of loads) {
    // Each with its own limits of requests.
    const [loud, quiet] = [await newPartner(), await newPartner()];
    const partner: LoadPartner = {
      id: loud.id,
      api: loud.api,
      admin,
      baseUrl: stack.urls.baseUrl,
      query,
    };
    const order = { origin, key: loud.key, atOnce: load.atOnce, most: load.most, streams: load.streams };
    const requests = await load.requests(partner);
    const measured = await measureBeside(
      { ...order, requests },
      {
        neighbour: poller(origin, quiet.key, ASKED),
        sample: () => sampleLoop(stack.urls.metrics.api ?? ''),
        comeToRest: () => comeToRest(query),
      },
    );
    rows.push([load.name, measured]);
    process.stdout.write(
      `  ${load.name}: another partner waits ${inWords(measured)}; the loop was held ${ms(measured.heldMs.beside)}\n`,
    );
    const done = load.expected.some((status) => (measured.statuses[status] ?? 0) > 0);
    findings.expect(done, `${load.name} got ${JSON.stringify(measured.statuses)}.`);
    findings.expect(
      measured.ratio.p50 <= maxRatio && measured.ratio.p99 <= maxRatio,
      `Beside ${load.name} another partner waits ${inWords(measured)}.`,
    );
  }
  findings.note('longest hold of the loop', ms(Math.max(...rows.map(([, { heldMs }]) => heldMs.beside))));
  const worst = Math.max(...rows.map(([, { ratio }]) => ratio.p99));
  findings.note('longest wait at p99, times that alone', worst.toFixed(1));
  process.stdout.write(`${tableOf(rows)}\n`);
}

const inWords = ({ alone, beside, ratio }: Beside) =>
  `${ratio.p50.toFixed(1)} times as long at p50 and ${ratio.p99.toFixed(1)} times at p99 (${ms(alone.p99)} alone, ${ms(beside.p99)} beside)`;

const ms = (milliseconds: number) => `${milliseconds.toFixed(0)} ms`;

function tableOf(rows: readonly [string, Beside][]): string {
  const head = [
    'Load',
    'p50 alone',
    'beside',
    'times',
    'p99 alone',
    'beside',
    'times',
    'loop held alone',
    'beside',
    'CPU',
    'grown',
    'Answers',
  ];
  const cells = rows.map(([name, { alone, beside, ratio, heldMs, cpuSeconds, grownMib, statuses }]) => [
    name,
    ms(alone.p50),
    ms(beside.p50),
    ratio.p50.toFixed(1),
    ms(alone.p99),
    ms(beside.p99),
    ratio.p99.toFixed(1),
    ms(heldMs.alone),
    ms(heldMs.beside),
    `${cpuSeconds.toFixed(1)} s`,
    `${grownMib.toFixed(0)} MiB`,
    Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', '),
  ]);
  return markdownTable([head, ...cells]);
}
