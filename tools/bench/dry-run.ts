import { Client, Connection } from '@temporalio/client';
import { call, makePartners } from './api.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { startProgram } from './program.ts';
import { comparisonOf, fairShare, median, type Pairs } from './statistics.ts';

const TASK_QUEUE = 'bench-bare-session';
const ROUNDS = 40;

/** What a dry-run message takes beside the AI's answer, against a bare workflow on the same server that is asked and waited for. */
export const dryRun: Measurement = {
  name: 'dry-run',
  async run(bench) {
    const { stack, report } = bench;
    const address = stack.urls.temporalAddress ?? '';
    const worker = await startProgram('bare/worker.ts', { address, taskQueue: TASK_QUEUE });
    const connection = await Connection.connect({ address });
    try {
      const client = new Client({ connection });
      const bare = await client.workflow.start('bareSession', { workflowId: 'bare-session', taskQueue: TASK_QUEUE });
      report(`dry-run: ${ROUNDS} messages of one session`);
      const pairs = await fairShare(ROUNDS, await messages(bench), () => milliseconds(() => bare.executeUpdate('ask')));
      await bare.signal('end');
      return [line('A dry-run message, beside the AI', pairs)];
    } finally {
      await connection.close();
      await worker.stop();
    }
  },
};

/** Says something to the same agent each time; returns how long it took without the AI's part. */
async function messages({ stack, database }: Bench): Promise<() => Promise<number>> {
  const [partner] = await makePartners(stack, 1);
  if (!partner) throw new Error('There is no partner.');
  const post = <Answer>(path: string, body: object) =>
    call<Answer>(stack, 'POST', `/dry-run/sessions/${path}`, partner.headers, body);
  const { data } = await post<{ data: { id: string } }>('start', { agent_id: 1 });
  return async () => {
    const took = await milliseconds(() => post(`${data.id}/message`, { message: 'How would you launch it?' }));
    const { rows } = await database.query(
      `SELECT duration_ms FROM ai_call WHERE partner_id = $1 ORDER BY id DESC LIMIT 1`,
      [partner.id],
    );
    return took - rows[0].duration_ms;
  };
}

function line(name: string, pairs: Pairs): Result {
  return {
    name,
    ours: `${median(pairs.ours).toFixed(1)} ms`,
    reference: `${median(pairs.reference).toFixed(1)} ms`,
    ...comparisonOf(pairs),
    aim: '<= 3',
  };
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
