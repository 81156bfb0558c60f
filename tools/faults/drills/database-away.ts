import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import type { Answer } from '../api.ts';
import type { Drill, DrillEnvironment } from '../environment.ts';
import { connectionsOf, logLines, readyzOf } from '../probes.ts';
import { expectAllCompleted, longestStall, orderAll } from '../work.ts';

const ORDERS = 10;
const CALLERS = 6;
/** A request may hang this long at most (statement time-out), milliseconds, with a margin for a busy machine. */
const ANSWER_LIMIT_MS = 6_500;
/** The same where nothing says that a connection is of no use: its silence, and that of a new one. */
const SILENT_ANSWER_LIMIT_MS = 13_000;
/** A connection that was idle for longer than its silence may last once was never watched again. */
const IDLE_MS = 8_000;
const RECOVERY_LIMIT_MS = 20_000;
/** A pool of 10 and the session that listens. */
const MAX_CONNECTIONS = { api: 10, worker: 10, 'api-listen': 1, 'worker-listen': 1 };

/** PostgreSQL is restarted under load, or away for a while: callers hear 503, then all goes on. */
export function databaseAwayDrill(seconds: number): Drill {
  return {
    name: seconds === 0 ? 'database-restart' : `database-away-${seconds}s`,
    title: seconds === 0 ? 'PostgreSQL is restarted under load' : `PostgreSQL is down for ${seconds} s under load`,
    run: (environment) => run(environment, { seconds, answerLimitMs: ANSWER_LIMIT_MS, begin: pause }),
  };
}

/** PostgreSQL neither answers nor ends a connection, as behind a network that drops packets: callers hear 503, then all goes on. */
export function databaseFrozenDrill(seconds = 30): Drill {
  return {
    name: 'database-frozen',
    title: `SIGSTOP of all of PostgreSQL for ${seconds} s under load`,
    async run(environment) {
      await delay(IDLE_MS);
      await run(environment, { seconds, answerLimitMs: SILENT_ANSWER_LIMIT_MS, begin: freeze });
    },
  };
}

interface Outage {
  seconds: number;
  answerLimitMs: number;
  /** Begins it, and returns what ends it. */
  begin(environment: DrillEnvironment): Promise<() => Promise<void>>;
}

async function pause({ stack }: DrillEnvironment): Promise<() => Promise<void>> {
  await stack.pause('postgres');
  return () => stack.start('postgres');
}

async function freeze({ stack, query }: DrillEnvironment): Promise<() => Promise<void>> {
  const sessions = await query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
  await stack.kill('postgres', 'SIGSTOP');
  for (const { pid } of sessions) process.kill(pid, 'SIGSTOP');
  return async () => {
    for (const { pid } of sessions) process.kill(pid, 'SIGCONT');
    await stack.kill('postgres', 'SIGCONT');
  };
}

async function run(environment: DrillEnvironment, { seconds, answerLimitMs, begin }: Outage): Promise<void> {
  const { stack, ai, findings } = environment;
  await ai.set(300);
  const before = [stack.pid('api'), stack.pid('worker')];
  const linesBefore = await logLines(stack);

  const load = startLoad(environment);
  const ordering = orderAll(environment, ORDERS, { atOnce: 2 });
  await waitUntil('the load to be answered', () => load.answers.length >= 5 * CALLERS, { limitMs: 30_000 });

  const end = await begin(environment);
  const stoppedAt = performance.now();
  const failed = () => load.answers.filter(({ status }) => status !== 200).length;
  await waitUntil('a request to be refused', () => failed() >= CALLERS, { limitMs: 30_000 });
  const ready = await readyzOf(stack);
  findings.equal('/readyz', [ready.status, ready.body.checks?.['database']], [503, 'down']);
  // The length of the outage is what this drill is about.
  await delay(Math.max(0, seconds * 1000 - (performance.now() - stoppedAt)));
  const linesAway = await logLines(stack);
  const refusals = failed();
  await end();
  const backAt = new Date();
  await waitUntil('/readyz to be well again', async () => (await readyzOf(stack)).status === 200, {
    limitMs: 60_000,
    retryErrors: true,
  });
  findings.seconds('ready after', Date.now() - backAt.getTime());
  const atReady = load.answers.length;
  await waitUntil('the load to be answered again', () => load.answers.length >= atReady + 3 * CALLERS, {
    limitMs: 30_000,
  });
  await load.stop();
  const answers = await ordering;

  checkLoad(environment, load.answers, answerLimitMs);
  await expectAllCompleted(environment, answers);
  const stall = (await longestStall(environment, backAt)) - seconds * 1000;
  findings.seconds('longest stall beside the outage', Math.max(0, stall));
  findings.expect(
    stall < RECOVERY_LIMIT_MS,
    `Work stood still for ${Math.round(stall / 1000)} s more than PostgreSQL.`,
  );
  findings.equal('Processes', [stack.pid('api'), stack.pid('worker')], before);
  await checkConnections(environment);
  findings.note('requests refused', refusals);
  for (const [name, lines] of Object.entries(linesAway)) {
    findings.note(`log lines of ${name}`, lines - (linesBefore[name] ?? 0));
  }
}

interface Load {
  answers: Answer[];
  stop(): Promise<void>;
}

/** Callers that read one after another; a request without an answer counts as status 0. */
function startLoad({ api }: DrillEnvironment): Load {
  const answers: Answer[] = [];
  let stopped = false;
  const caller = async () => {
    while (!stopped) {
      const started = performance.now();
      const answer = await api.call('GET', '/content-workflow/executions?per_page=5').catch(
        (): Answer => ({
          status: 0,
          body: {},
          headers: new Headers(),
          milliseconds: performance.now() - started,
        }),
      );
      answers.push(answer);
      // A caller that gets 503 retries a little later, if not as late as Retry-After says.
      await delay(answer.status === 200 ? 20 : 200);
    }
  };
  const callers = Array.from({ length: CALLERS }, caller);
  return {
    answers,
    async stop() {
      stopped = true;
      await Promise.all(callers);
    },
  };
}

function checkLoad({ findings }: DrillEnvironment, answers: readonly Answer[], answerLimitMs: number): void {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  findings.note('answers', [...counts].map(([status, n]) => `${n} × ${status}`).join(' '));
  findings.equal('Statuses', [...counts.keys()].sort(), [200, 503]);
  const unclear = answers.filter(
    ({ status, body, headers }) =>
      status === 503 && !(body.error?.code === 'SERVICE_UNAVAILABLE' && Number(headers.get('retry-after')) >= 1),
  );
  findings.equal('503s without envelope or Retry-After', unclear.length, 0);
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
  findings.seconds('slowest answer', slowest);
  findings.expect(slowest < answerLimitMs, `An answer took ${Math.round(slowest)} ms.`);
}

async function checkConnections({ query, findings }: DrillEnvironment): Promise<void> {
  const connections = await connectionsOf(query);
  for (const [name, most] of Object.entries(MAX_CONNECTIONS)) {
    const open = connections[`marketwright-${name}`] ?? 0;
    findings.expect(open <= most, `${name} has ${open} connections and may have ${most}.`);
    findings.expect(open > 0 || !name.endsWith('listen'), `${name} listens no more.`);
  }
}
