import { waitUntil } from '../../../test/environment/wait-until.ts';
import { workflowIdOf } from '../../../workflows/commands.ts';
import { MAIN_QUEUE } from '../../../workflows/queues.ts';
import { TAKE_OVER_SIGNAL, WEBHOOK_ENDPOINT } from '../../../workflows/webhook-endpoint/contract.ts';
import { Api } from '../api.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';
import { startPosting, startPublishing } from '../publishing.ts';
import { checkReceived, eventsOf, openEndpoint, untilDelivered } from '../webhooks.ts';

/** Events a second of the publisher; the callers of the two API processes add theirs, together some 300. */
const PER_SECOND = 250;
/** Events in one transaction. */
const TOGETHER = 5;
const CALLERS_EACH = 2;
const REQUESTS = 4_000;
/** How often another drain is asked for, in requests: each comes while the one before still finishes. */
const TAKE_OVER_EVERY = 400;
/** The endpoint answers after this long, milliseconds. */
const ANSWER_MS = { from: 20, to: 50 };

/** Two workers and two API processes serve one webhook, which passes from drain to drain all the time. */
export const webhooksTwoWorkersDrill: Drill = {
  name: 'webhooks-two-workers',
  title: 'Two workers and two API processes, one webhook, 300 events a second, and a new drain every second or so',
  run,
};

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, temporal, findings } = environment;
  await stack.add('worker', 'worker-twin');
  const origin = await stack.add('api', 'api-twin');
  await using endpoint = await openEndpoint(environment, 'one', ['cosell.updated']);
  const { receiver } = endpoint;
  const inFlight = new Set<string>();
  const overlapping: string[] = [];
  receiver.respond = ({ id }) => {
    if (inFlight.has(id)) overlapping.push(id);
    inFlight.add(id);
    const delayMs = ANSWER_MS.from + Math.random() * (ANSWER_MS.to - ANSWER_MS.from);
    setTimeout(() => inFlight.delete(id), delayMs);
    return { status: 200, delayMs };
  };

  const startedAt = performance.now();
  const publishing = startPublishing({
    environment: stack.environment,
    partnerId: environment.partnerId,
    types: ['cosell.updated'],
    perSecond: PER_SECOND,
    together: TOGETHER,
  });
  const posting = [stack.urls.apiOrigin, origin].map((each) =>
    startPosting(environment, new Api(each, stack.credentials.admin_key), CALLERS_EACH),
  );
  for (let count = TAKE_OVER_EVERY; count <= REQUESTS; count += TAKE_OVER_EVERY) {
    await waitUntil(`${count} requests`, () => receiver.received.length >= count, { limitMs: 60_000 });
    await temporal.workflow.signalWithStart(WEBHOOK_ENDPOINT.workflow, {
      workflowId: workflowIdOf(WEBHOOK_ENDPOINT, endpoint.id),
      taskQueue: MAIN_QUEUE,
      args: [{ endpointId: endpoint.id }],
      signal: TAKE_OVER_SIGNAL,
      signalArgs: [],
    });
  }
  const published = await publishing.stop();
  for (const each of posting) published.committed.push(...(await each.stop()));
  const seconds = (performance.now() - startedAt) / 1000;
  await untilDelivered(environment, [endpoint.id]);

  const events = await eventsOf(environment, published);
  checkReceived(environment, endpoint, events, { interrupted: new Map() });
  findings.equal('Deliveries that were under way twice at once', overlapping, []);
  findings.note('events a second', Math.round(events.size / seconds));
  findings.note('drains', REQUESTS / TAKE_OVER_EVERY + 1);
  await stack.pause('worker-twin');
  await stack.pause('api-twin');
}
