import { waitUntil } from '../../../test/environment/wait-until.ts';
import { brokenInvariants } from '../../../test/invariants/invariants.ts';
import { type Books, readBooks } from '../../../test/month/books.ts';
import { EXPECTED } from '../../../test/month/expected.ts';
import { makePartners, NAMES } from '../../../test/month/partners.ts';
import { type Direction, play } from '../../../test/month/story.ts';
import { FIRST_DAY, startWorld, type World } from '../../../test/month/world.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';
import type { Findings } from '../findings.ts';

const PROCESSES = ['worker', 'api', 'postgres'];
const LIMIT_MS = 180_000;

/** Plays a month of five partners twice, each time on a product and a clock of its own: undisturbed, and while processes are killed. */
export const monthKillDrill: Drill = {
  name: 'month-kill',
  title: 'kill -9 of worker, api and postgres in turn in the middle of everything that happens in a month',
  run,
};

async function run({ findings }: DrillEnvironment): Promise<void> {
  const undisturbed = await playOnce(findings, 'undisturbed', () => undefined);
  findings.equal('The undisturbed month', undisturbed, EXPECTED);
  let kills = 0;
  const disturbed = await playOnce(findings, 'disturbed', (world) => async (_scene, happens) => {
    const before = await effectsIn(world);
    let isOver = false;
    const happening = happens().finally(() => {
      isOver = true;
    });
    // It is awaited below, when the process is back.
    happening.catch(() => undefined);
    await waitUntil('something to happen', async () => isOver || (await effectsIn(world)) > before, {
      limitMs: LIMIT_MS,
      longestPauseMs: 5,
    });
    if (!isOver) {
      const name = PROCESSES[kills % PROCESSES.length] ?? '';
      kills += 1;
      await world.stack.kill(name, 'SIGKILL');
      await world.stack.ready(name);
    }
    await happening;
  });
  findings.note('kills', kills);
  findings.expect(kills >= 2 * PROCESSES.length, `Only ${kills} processes were killed in the middle.`);
  for (const name of NAMES) {
    findings.equal(`What the kills left of ${name}`, disturbed.partners[name], undisturbed.partners[name]);
  }
  findings.equal('Numbers of invoices and credit notes', disturbed.numbers, undisturbed.numbers);
  findings.equal('Events that came', disturbed.events, undisturbed.events);
}

/** Plays the month on a product of its own; returns the books at its end. */
async function playOnce(
  findings: Findings,
  title: string,
  aroundIn: (world: World) => Direction['around'],
): Promise<Books> {
  const started = performance.now();
  await using world = await startWorld(FIRST_DAY);
  const members = await makePartners(world);
  const around = aroundIn(world);
  const compare: Direction['compare'] = (scene, seen, expected) => findings.equal(`${title}: ${scene}`, seen, expected);
  await play(world, members, around ? { compare, around } : { compare });
  const open = await world.query(`SELECT type, status, reason FROM payment_event WHERE status = 'stored'`);
  findings.equal(`${title}: events of gateways that wait`, open, []);
  findings.problems.push(...(await brokenInvariants(world.query, { atRest: true })));
  findings.seconds(title, performance.now() - started);
  // The product is stopped when this returns.
  return await readBooks(world, members);
}

/** Grows with each change that is committed. */
async function effectsIn({ query }: World): Promise<number> {
  const [row] = await query<{ n: number }>(
    `SELECT (SELECT count(*) FROM audit_log) + (SELECT count(*) FROM payment_event) + (SELECT count(*) FROM invoice_job) AS n`,
  );
  return row?.n ?? 0;
}
