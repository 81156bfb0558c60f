import { copyWebhook } from '../../test/environment/many-endpoints.ts';
import { countTakeOvers, countWakes } from '../../test/environment/webhook-signals.ts';
import { makePartners } from './api.ts';
import type { Bench, Result } from './measurement.ts';
import { type Program, runProgram } from './program.ts';
import { comparisonOf, fairShare, median } from './statistics.ts';
import { publish, subscribe, take, untilIdle, untilReceived } from './webhook-load.ts';

/** A partner of the largest plan may have 100 endpoints. */
const PARTNERS = 10;
const ENDPOINTS_EACH = 100;
const ENDPOINTS = PARTNERS * ENDPOINTS_EACH;
const ROUNDS = 2;
const CONCURRENCY = 32;

/** One event to each of many endpoints that had nothing to do, against a loop that inserts a row and posts it as often. */
export async function idleEndpoints(bench: Bench, receiver: Program): Promise<Result[]> {
  const { stack, database, report } = bench;
  const partners = await makePartners(stack, PARTNERS);
  const ids = partners.map(({ id }) => id);
  for (const partner of partners) {
    const id = await subscribe(bench, partner, receiver.ready);
    await copyWebhook((sql, values) => database.query(sql, values), id, ENDPOINTS_EACH - 1);
  }
  const asked = async () => ({
    wakes: await countWakes(stack.urls.temporalAddress ?? ''),
    takeOvers: await countTakeOvers(stack.urls.metrics.worker ?? ''),
  });
  const before = await asked();
  report(`webhooks: one event to each of ${ENDPOINTS} idle endpoints`);
  const pairs = await fairShare(
    ROUNDS,
    async () => {
      await untilIdle(bench, ids);
      await take(receiver);
      const burst = { amount: PARTNERS, concurrency: 1, together: PARTNERS, pauseMs: 0 };
      const { startedAtMs } = await publish(bench, ids, burst);
      const { lastAtMs } = await untilReceived(receiver, ENDPOINTS);
      return (lastAtMs - startedAtMs) / 1000;
    },
    async () => {
      await untilIdle(bench, ids);
      const { databaseUrl } = stack.urls;
      const settings = { databaseUrl, url: receiver.ready, amount: ENDPOINTS, concurrency: CONCURRENCY };
      return (await runProgram<{ seconds: number }>('bare/poster.ts', settings)).seconds;
    },
  );
  await untilIdle(bench, ids);
  const after = await asked();
  await database.query('UPDATE webhook_endpoint SET active = false WHERE partner_id = ANY ($1)', [ids]);
  const sent = (ROUNDS + 1) * ENDPOINTS;
  const counted = (name: string, count: number, aim: string): Result => ({
    name,
    ours: `${count}`,
    reference: `${sent} events`,
    ratio: count / sent,
    aim,
  });
  return [
    {
      name: `One event to each of ${ENDPOINTS} idle endpoints`,
      ours: `${median(pairs.ours).toFixed(1)} s`,
      reference: `${median(pairs.reference).toFixed(1)} s`,
      ...comparisonOf(pairs),
      aim: '<= 4 s',
    },
    counted('Wakes of the engine for them', after.wakes - before.wakes, '<= 1'),
    counted('Drains of them that were taken over', after.takeOvers - before.takeOvers, '0'),
  ];
}
