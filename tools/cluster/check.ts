import { brokenInvariants } from '../../test/invariants/invariants.ts';
import type { DrillEnvironment } from '../faults/environment.ts';
import { comeToRest } from '../faults/run-drill.ts';
import { checkReceived, type Endpoint, eventsOf, interruptionsOf, untilDelivered } from '../faults/webhooks.ts';
import { untilAllEnded } from '../faults/work.ts';
import { EVENT, type Promised } from './traffic.ts';

const REST_LIMIT_MS = 300_000;

/** Checks that all that was promised came true once: executions, replies, deliveries, and the books. */
export async function checkPromised(
  environment: DrillEnvironment,
  promised: Promised,
  { steady, flaky }: { steady: Endpoint; flaky: Endpoint },
): Promise<void> {
  const { findings, query, partnerId } = environment;
  findings.equal('Requests that were refused', promised.refused.slice(0, 5), []);
  const ended = await untilAllEnded(environment, REST_LIMIT_MS);
  const ids = promised.executions.toSorted((a, b) => a - b);
  findings.equal(
    'Executions lost or doubled',
    difference(
      ended.map(({ id }) => String(id)),
      ids.map(String),
    ),
    [],
  );
  const unfinished = ended.filter(({ status }) => status !== 'completed');
  findings.equal('Executions that did not complete', unfinished.slice(0, 5), []);
  findings.note('executions', ended.length);
  await checkReplies(environment, promised);

  await untilDelivered(environment, [steady.id, flaky.id], REST_LIMIT_MS);
  // The product publishes events of its own, too; those of the callers are counted.
  const own = await query<{ id: string }>('SELECT id FROM platform_event WHERE partner_id = $1 AND type <> $2', [
    partnerId,
    EVENT,
  ]);
  const committed = [...promised.events, ...own.map(({ id }) => id)];
  const events = await eventsOf(environment, { committed, unknown: [], failed: 0 });
  checkReceived(environment, steady, events, { interrupted: await interruptionsOf(environment, steady.id) });
  const accepted = new Set(flaky.receiver.received.map(({ id }) => id));
  const missing = promised.events.filter((id) => !accepted.has(id));
  findings.equal('Events that never came to the failing receiver', missing.slice(0, 5), []);
  const [row] = await query<{ n: number }>(
    `SELECT count(*)::int AS n FROM webhook_delivery WHERE endpoint_id = ANY ($1) AND status <> 'delivered'`,
    [[steady.id, flaky.id]],
  );
  findings.equal('Deliveries that did not succeed', row?.n, 0);

  await comeToRest(query);
  findings.problems.push(...(await brokenInvariants(query, { atRest: true })));
}

async function checkReplies({ findings, query, partnerId }: DrillEnvironment, { sessions }: Promised): Promise<void> {
  const rows = await query<{ token: string; message: string; done: boolean }>(
    `SELECT s.token, e.client_message_id AS message, e.status = 'done' AND e.reply IS NOT NULL AS done
     FROM dry_run_entry e JOIN dry_run_session s ON s.id = e.session_id WHERE s.partner_id = $1 AND e.kind = 'message' ORDER BY e.id`,
    [partnerId],
  );
  const seen = rows.map(({ token, message }) => `${token}/${message}`);
  const wanted = [...sessions].flatMap(([token, messages]) => messages.map((message) => `${token}/${message}`));
  findings.equal('Messages lost or doubled', difference(seen, wanted).slice(0, 5), []);
  findings.equal('Messages without a reply', rows.filter(({ done }) => !done).length, 0);
  findings.note('messages', rows.length);
}

/** What one list has and the other has not, or oftener. */
function difference(one: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of one) counts.set(item, (counts.get(item) ?? 0) + 1);
  for (const item of other) counts.set(item, (counts.get(item) ?? 0) - 1);
  return [...counts].filter(([, count]) => count !== 0).map(([item, count]) => `${item} (${count})`);
}
