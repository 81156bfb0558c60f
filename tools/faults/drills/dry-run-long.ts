import { waitUntil } from '../../../test/environment/wait-until.ts';
import { residentMib } from '../../bench/memory.ts';
import { eachOf } from '../each-of.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';

const MESSAGES = 500;
/** Fewer than may wait in a session. */
const AT_ONCE = 25;
/** After so many the worker has all that it needs, and its memory is compared with that in the end. */
const WARM = 200;
/** What the worker may have more in the end, of which most is what its garbage collector leaves lying, MiB. */
const MAX_GROWTH_MIB = 40;
/** A run goes on as another one after 500 events, and what one more message adds. */
const MAX_HISTORY = 540;
const LIMIT_MS = 900_000;

/** A session of 500 messages: each has one reply, in turn; histories stay short and the worker's memory flat. */
export const dryRunLongDrill: Drill = {
  name: 'dry-run-long',
  title: `a dry-run session of ${MESSAGES} messages`,
  run,
};

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, ai, api, findings, query } = environment;
  await ai.set(0);
  const { body } = await api.post('/dry-run/sessions/start', { agent_id: 1 });
  const token = String(body.data?.id);
  const say = async (numbers: readonly number[]) => {
    await eachOf(numbers, AT_ONCE, (n) =>
      api.post(
        `/dry-run/sessions/${token}/message`,
        { message: `Message ${n}`, client_message_id: String(n) },
        { limitMs: LIMIT_MS },
      ),
    );
    await waitUntil('all replies', async () => (await entriesOf(environment, token)).every(({ done }) => done), {
      limitMs: LIMIT_MS,
    });
  };
  const numbers = Array.from({ length: MESSAGES }, (_, n) => n);
  await say(numbers.slice(0, WARM));
  const before = await residentMib(stack.pid('worker'));
  await say(numbers.slice(WARM));
  const after = await residentMib(stack.pid('worker'));
  findings.note('worker', `${before.toFixed(0)} MB, then ${after.toFixed(0)} MB`);
  findings.expect(after - before < MAX_GROWTH_MIB, `The worker has ${(after - before).toFixed(0)} MiB more.`);

  const entries = await entriesOf(environment, token);
  findings.equal('Messages', new Set(entries.map(({ client_message_id }) => client_message_id)).size, MESSAGES);
  const inTurn = entries.every((entry, index) => entry.completed_at >= (entries[index - 1]?.completed_at ?? 0));
  findings.equal('In turn', inTurn, true);
  findings.equal('End', (await api.post(`/dry-run/sessions/${token}/end`, {}, { limitMs: LIMIT_MS })).status, 200);
  const [row] = await query<{ id: number; row_key: string; used: number; captured: number; captures: number }>(
    `SELECT s.id, s.row_key, s.credits_used AS used, c.captured, c.captures
     FROM dry_run_session s, (SELECT sum(amount)::int AS captured, count(*)::int AS captures FROM credit_entry
                              WHERE partner_id = $2 AND kind = 'capture') c WHERE s.token = $1`,
    [token, environment.partnerId],
  );
  findings.equal('Charged', [row?.captured, row?.captures], [row?.used, MESSAGES]);
  await expectShortRuns(environment, `dry-run-session-${row?.id}-${row?.row_key.slice(0, 8)}`);
}

async function expectShortRuns({ temporal, findings }: DrillEnvironment, workflowId: string): Promise<void> {
  const lengths = await waitUntil(
    'the runs to be listed',
    async () => {
      const found: number[] = [];
      for await (const { historyLength } of temporal.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
        found.push(historyLength);
      }
      return found;
    },
    (found) => found.length > 1,
  );
  findings.note('runs', lengths.length);
  findings.note('longest history', `${Math.max(...lengths)} events`);
  findings.expect(Math.max(...lengths) <= MAX_HISTORY, 'A history is too long.');
}

function entriesOf({ query }: DrillEnvironment, token: string) {
  return query<{ client_message_id: string; done: boolean; completed_at: Date }>(
    `SELECT e.client_message_id, e.status = 'done' AS done, e.completed_at FROM dry_run_entry e
     JOIN dry_run_session s ON s.id = e.session_id WHERE s.token = $1 ORDER BY e.id`,
    [token],
  );
}
