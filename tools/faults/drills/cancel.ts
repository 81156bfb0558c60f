import { eachOf } from '../each-of.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';
import { executionsOf, orderAll, orderOne, untilAllEnded, untilCount, untilRunClosed, untilStatus } from '../work.ts';

/** A cancelled run must be closed within this time even though the AI hangs, milliseconds. */
const CLOSE_LIMIT_MS = 15_000;

/** Cancels in every state, twice at once, and against the end of the work. */
export const cancelDrill: Drill = {
  name: 'cancel',
  title: 'Cancel while pending, planning, executing, twice at once, and racing with the end; the AI hangs',
  run,
};

async function run(environment: DrillEnvironment): Promise<void> {
  await cancelPending(environment);
  await cancelHanging(environment, 'planning', 'Deliverable: plan');
  await cancelHanging(environment, 'executing', 'Deliverable: blog_post');
  await cancelAgainstTheEnd(environment);
}

function cancel({ api }: DrillEnvironment, id: number) {
  return api.call('POST', `/content-workflow/executions/${id}/cancel`);
}

async function cancelPending(environment: DrillEnvironment): Promise<void> {
  const { stack, findings } = environment;
  await stack.pause('worker');
  const id = await orderOne(environment);
  findings.equal('Cancel while pending', (await cancel(environment, id)).status, 200);
  await untilStatus(environment, id, ['cancelled'], 2_000);
  await stack.start('worker');
  await untilRunClosed(environment, `execution-${id}`);
}

async function cancelHanging(environment: DrillEnvironment, state: string, match: string): Promise<void> {
  const { ai, findings } = environment;
  await ai.set(0, [{ kind: 'hang', match }]);
  const id = await orderOne(environment);
  await untilStatus(environment, id, [state]);
  const started = performance.now();
  const answers = await Promise.all([cancel(environment, id), cancel(environment, id)]);
  findings.equal(
    `Two cancels at once while ${state}`,
    answers.map(({ status, body }) => [status, body.error?.code ?? body.data?.attributes?.status]).sort(),
    [
      [200, 'cancelled'],
      [409, 'CONFLICT'],
    ],
  );
  await untilRunClosed(environment, `execution-${id}`, CLOSE_LIMIT_MS);
  findings.seconds(`${state}: closed after`, performance.now() - started);
  await ai.set(0);
}

/** Whoever comes first wins, and the answer says who that was. */
async function cancelAgainstTheEnd(environment: DrillEnvironment): Promise<void> {
  const { ai, findings } = environment;
  await ai.set(100);
  const done = (await executionsOf(environment)).length;
  const accepted = (await orderAll(environment, 16)).map(({ body }) => body.data?.id ?? 0);
  await untilCount(environment, done + 4, ['completed', 'cancelled']);
  const answers = await eachOf(accepted, 2, async (id) => ({ id, status: (await cancel(environment, id)).status }));
  await untilAllEnded(environment);
  const seen = new Map((await executionsOf(environment)).map(({ id, status }) => [id, status]));
  for (const { id, status } of answers) {
    findings.equal(
      `Execution ${id} after a cancel that answered ${status}`,
      seen.get(id),
      status === 200 ? 'cancelled' : 'completed',
    );
  }
  findings.note('cancelled in time', answers.filter(({ status }) => status === 200).length);
}
