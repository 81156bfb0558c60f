import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';

const MINUTE_MS = 60_000;
/** So that two moments pass at least. */
const AWAY_MS = 2.5 * MINUTE_MS;
const LIMIT_MS = 5 * MINUTE_MS;
/** From the first to the last to stop: what needs another stops before it. */
const PROCESSES = ['worker', 'api', 'temporal', 'postgres'];
/** A schedule that the API takes; the drill cannot wait for a quarter of an hour. */
const DAILY = {
  name: 'Drill',
  target: { capability_slug: 'summarization' },
  type: 'schedule',
  schedule: { cron: '0 9 * * *', timezone: 'UTC' },
  input: { content: 'Stock that orders itself before shelves are empty, and tells whoever has to know.' },
};

/** Firings of a schedule are missed while nothing runs at all: each is recorded once, and the newest is run late. */
export const scheduleMissedDrill: Drill = {
  name: 'schedule-missed',
  title: `everything is down for ${AWAY_MS / 1_000} s, while a schedule of every minute goes by`,
  run,
};

interface Firing {
  at: Date;
  result: string | null;
}

async function run(environment: DrillEnvironment): Promise<void> {
  const { stack, ai, findings, query } = environment;
  await ai.set(0);
  const id = await everyMinute(environment);
  await waitUntil('the first firing', async () => fired(await firingsOf(environment, id)).length > 0, {
    limitMs: LIMIT_MS,
  });

  for (const name of PROCESSES) await stack.pause(name);
  const downAt = Date.now();
  // The length of the outage is what this drill is about.
  await delay(AWAY_MS);
  for (const name of PROCESSES.toReversed()) await stack.start(name);
  const upAt = Date.now();
  await waitUntil(
    'a firing after it',
    async () => fired(await firingsOf(environment, id)).some(({ at }) => at.getTime() > upAt),
    { limitMs: LIMIT_MS, retryErrors: true },
  );
  await switchOff(environment, id);

  const firings = await firingsOf(environment, id);
  const missed = firings.filter(({ result }) => result === 'missed');
  const gaps = firings.slice(1).map(({ at }, index) => at.getTime() - (firings[index]?.at.getTime() ?? 0));
  findings.note('moments', firings.length);
  findings.note('missed', missed.length);
  findings.equal('Gaps between moments', [...new Set(gaps)], [MINUTE_MS]);
  findings.equal('Moments neither fired nor missed', firings.length - missed.length - fired(firings).length, 0);
  const whileDown = missed.filter(({ at }) => at.getTime() > downAt && at.getTime() < upAt);
  findings.expect(whileDown.length > 0, 'No moment of the outage is told.');
  const [counted] = await query(
    `SELECT t.missed_count AS missed, t.executions_count AS executions,
            (SELECT count(*)::int FROM execution WHERE id IN (SELECT execution_id FROM trigger_firing WHERE trigger_id = t.id)) AS made
     FROM workflow_trigger t WHERE t.id = $1`,
    [id],
  );
  const executions = fired(firings).length;
  findings.equal('Counted', counted, { missed: missed.length, executions, made: executions });
}

/** A trigger by a schedule of every minute, which the API would refuse: four times an hour is the most. */
async function everyMinute(environment: DrillEnvironment): Promise<number> {
  const { api, query } = environment;
  const { body } = await api.post('/content-workflow/workflow-triggers', DAILY);
  const id = Number(body.data?.id);
  await query(`UPDATE workflow_trigger SET cron = '* * * * *' WHERE id = $1`, [id]);
  // Its Schedule is made of the row when it is switched on.
  for (const _ of ['off', 'on']) await toggle(environment, id);
  return id;
}

function toggle({ api }: DrillEnvironment, id: number) {
  return api.call('PUT', `/content-workflow/workflow-triggers/${id}/toggle`);
}

/** Switches the trigger off, and waits for what has begun. */
async function switchOff(environment: DrillEnvironment, id: number): Promise<void> {
  await toggle(environment, id);
  await waitUntil(
    'all that has begun to end',
    async () => (await firingsOf(environment, id)).every(({ result }) => result !== null),
    { limitMs: LIMIT_MS },
  );
}

const fired = (firings: readonly Firing[]) => firings.filter(({ result }) => result === 'fired');

/** Oldest first. */
function firingsOf({ query }: DrillEnvironment, id: number): Promise<Firing[]> {
  return query<Firing>(
    'SELECT scheduled_for AS at, result FROM trigger_firing WHERE trigger_id = $1 ORDER BY scheduled_for',
    [id],
  );
}
