import { webhookSignals } from '../environment/webhook-signals.ts';
import { makePartners } from './api.ts';
import type { Bench, Result } from './measurement.ts';
import { type Program, runProgram } from './program.ts';
import { publish, subscribe, take, untilReceived } from './webhook-load.ts';

/** A partner of the largest plan may have 100 endpoints. */
const PARTNERS = 10;
const ENDPOINTS_EACH = 100;
const ENDPOINTS = PARTNERS * ENDPOINTS_EACH;
/** Longer than a drain lingers: afterwards every endpoint is idle. */
const CONCURRENCY = 32;

/** One event to each of many endpoints that had nothing to do, against a loop that inserts and posts as many. */
export async function idleEndpoints(bench: Bench, receiver: Program): Promise<Result[]> {
  const { stack, report } = bench;
  const partners = await makePartners(stack, PARTNERS);
  for (const partner of partners) {
    // A few at a time: making them is not what is measured.
    for (let made = 0; made < ENDPOINTS_EACH; made += 10) {
      await Promise.all(Array.from({ length: 10 }, () => subscribe(bench, partner, receiver.ready)));
    }
  }
  const address = stack.urls.temporalAddress ?? '';
  const before = await webhookSignals(address);
  report(`webhooks: one event to each of ${ENDPOINTS} idle endpoints`);
  await take(receiver);
  const burst = { amount: PARTNERS, concurrency: 1, together: PARTNERS, pauseMs: 0 };
  const { startedAtMs } = await publish(
    bench,
    partners.map(({ id }) => id),
    burst,
  );
  const { lastAtMs, lateMs } = await untilReceived(receiver, ENDPOINTS);
  const ours = (lastAtMs - startedAtMs) / 1000;
  const sorted = [...lateMs].sort((a, b) => a - b);
  report(`p50 ${sorted[500]} p10 ${sorted[100]} p90 ${sorted[900]}`);
  const bare = {
    databaseUrl: stack.urls.databaseUrl,
    url: receiver.ready,
    amount: ENDPOINTS,
    concurrency: CONCURRENCY,
  };
  const { seconds } = await runProgram<{ seconds: number }>('bare/poster.ts', bare);
  await new Promise((r) => setTimeout(r, 8000));
  const after = await webhookSignals(address);
  const rows = [
    {
      name: `One event to each of ${ENDPOINTS} idle endpoints`,
      ours: `${ours.toFixed(1)} s`,
      reference: `${seconds.toFixed(1)} s`,
      ratio: ours / seconds,
      aim: '<= 4 s',
    },
    {
      name: 'Wakes for them',
      ours: `${after.wakes - before.wakes}`,
      reference: `${ENDPOINTS} endpoints`,
      ratio: (after.wakes - before.wakes) / ENDPOINTS,
      aim: '<= 1',
    },
    {
      name: 'Drains taken over from another that lived',
      ours: `${after.takeOvers - before.takeOvers}`,
      reference: `${ENDPOINTS} endpoints`,
      ratio: (after.takeOvers - before.takeOvers) / ENDPOINTS,
      aim: '0',
    },
  ];
  await bench.database.query('UPDATE webhook_endpoint SET active = false WHERE partner_id = ANY ($1)', [
    partners.map(({ id }) => id),
  ]);
  return rows;
}
