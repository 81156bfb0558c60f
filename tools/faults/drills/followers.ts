import { waitUntil } from '../../../test/environment/wait-until.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';
import { orderOne, untilAllEnded } from '../work.ts';

/** Clients follow executions by server-sent events while what they talk to dies. */
export const followersDrill: Drill = {
  name: 'followers',
  title: 'Event streams are followed while PostgreSQL restarts and the API is killed',
  run,
};

const CAMPAIGNS = 3;
const FOLLOW_LIMIT_MS = 120_000;
const RECONNECT_MS = 300;

/** A client and what it has seen so far. */
interface Follower {
  executionId: number;
  events: number[];
  opened: number;
}

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, ai, query, findings } = environment;
  await ai.set(1_500);
  const followers: Follower[] = [];
  for (let n = 0; n < CAMPAIGNS; n += 1) {
    followers.push({ executionId: await orderOne(environment, 'campaign_launch'), events: [], opened: 0 });
  }
  const following = Promise.all(followers.map((follower) => follow(environment, follower)));
  const untilSeen = (count: number) =>
    waitUntil(`${count} events on every stream`, () => followers.every(({ events }) => events.length >= count), {
      limitMs: 60_000,
    });

  await untilSeen(4);
  await stack.pause('postgres');
  await stack.start('postgres');
  await untilSeen(6);
  findings.equal(
    'Streams opened after PostgreSQL was restarted',
    followers.map(({ opened }) => opened),
    [1, 1, 1],
  );
  await stack.kill('api', 'SIGKILL');
  await untilAllEnded(environment);
  await following;

  for (const { executionId, events } of followers) {
    const rows = await query<{ id: number }>('SELECT id FROM execution_event WHERE execution_id = $1 ORDER BY id', [
      executionId,
    ]);
    const written = rows.map(({ id }) => id);
    findings.equal(`Events seen of execution ${executionId}`, events, written);
  }
  findings.note('streams opened', followers.map(({ opened }) => opened).join(' + '));
}

/** Reads the stream as a browser does: when it breaks, again from the last event. Ends with the execution. */
async function follow({ api, apiKey }: DrillEnvironment, follower: Follower): Promise<void> {
  const limit = performance.now() + FOLLOW_LIMIT_MS;
  while (performance.now() < limit) {
    try {
      const response = await fetch(`${api.origin}/api/v1/content-workflow/executions/${follower.executionId}/events`, {
        headers: { authorization: `Bearer ${apiKey}`, 'last-event-id': String(follower.events.at(-1) ?? 0) },
        signal: AbortSignal.timeout(FOLLOW_LIMIT_MS),
      });
      if (response.status === 200 && response.body) {
        follower.opened += 1;
        if (await readEvents(response.body, follower.events)) return;
      }
    } catch {
      // The connection broke; the next one goes on where this one was.
    }
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

/** Adds the ids of the events that come; whether the last one was the end of the execution. */
async function readEvents(body: ReadableStream<Uint8Array>, events: number[]): Promise<boolean> {
  const decoder = new TextDecoder();
  let text = '';
  let last = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const id = /^id: (\d+)$/m.exec(block)?.[1];
      if (id === undefined) continue;
      events.push(Number(id));
      last = block;
    }
  }
  return /"status":"(completed|failed|cancelled)"/.test(last);
}
