import type { Drill, Ground } from '../ground.ts';
import { orderOne, untilAllEnded } from '../work.ts';

/** A client follows an execution by server-sent events while what it talks to dies. */
export const followersDrill: Drill = {
  name: 'followers',
  title: 'Event streams are followed while PostgreSQL restarts and the API is killed',
  run,
};

const CAMPAIGNS = 3;

async function run(ground: Ground): Promise<void> {
  const { stack, ai, query, findings } = ground;
  await ai.set(1_500);
  const ids: number[] = [];
  for (let n = 0; n < CAMPAIGNS; n += 1) ids.push(await orderOne(ground, 'campaign_launch'));
  const following = Promise.all(ids.map((id) => follow(ground, id)));
  await stack.kill('postgres', 'SIGINT');
  await stack.ready('postgres');
  await stack.ready('api');
  await stack.kill('api', 'SIGKILL');
  await untilAllEnded(ground);
  const followers = await following;
  for (const [index, { events }] of followers.entries()) {
    const rows = await query<{ id: number }>('SELECT id FROM execution_event WHERE execution_id = $1 ORDER BY id', [
      ids[index],
    ]);
    findings.equal(
      `Events seen of execution ${ids[index]}`,
      events,
      rows.map(({ id }) => id),
    );
  }
  findings.note(
    'streams opened',
    followers.reduce((sum, { opened }) => sum + opened, 0),
  );
}

/** Reads the stream as a browser does: when it breaks, again from the last event. Ends with the execution. */
async function follow({ api, apiKey }: Ground, id: number): Promise<{ events: number[]; opened: number }> {
  const events: number[] = [];
  let opened = 0;
  const limit = performance.now() + 120_000;
  while (performance.now() < limit) {
    try {
      const response = await fetch(`${api.origin}/api/v1/content-workflow/executions/${id}/events`, {
        headers: { authorization: `Bearer ${apiKey}`, 'last-event-id': String(events.at(-1) ?? 0) },
        signal: AbortSignal.timeout(120_000),
      });
      if (response.status === 200 && response.body) {
        opened += 1;
        if (await readEvents(response.body, events)) return { events, opened };
      }
    } catch {
      // The connection broke; the next one goes on.
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return { events, opened };
}

/** Whether the stream came to its proper end. */
async function readEvents(body: ReadableStream<Uint8Array>, events: number[]): Promise<boolean> {
  let text = '';
  let last = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const event = /^id: (\d+)$/m.exec(block)?.[1];
      if (event === undefined) continue;
      events.push(Number(event));
      last = block;
    }
  }
  return /"status":"(completed|failed|cancelled)"/.test(last);
}
