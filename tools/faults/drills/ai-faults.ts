import type { Drill, DrillEnvironment } from '../environment.ts';
import type { AiFault } from '../sandbox.ts';
import { type ExecutionSeen, orderOne, questionsOf, untilAllEnded } from '../work.ts';

interface Case {
  name: string;
  capability?: 'blog_post' | 'campaign_launch';
  fault: AiFault;
  /** Beginning of the sentence the partner reads; undefined: it completes. */
  failure?: string;
}

const NOTHING_CHARGED = 'Nothing was charged';

/** Each has its own topic, so that all run at once and each meets only its own failure. */
const CASES: readonly Case[] = [
  { name: 'rate limited twice', fault: { kind: 'rate_limit', times: 2, retry_after_seconds: 2 } },
  { name: 'failing twice', fault: { kind: 'error', status: 500, times: 2 } },
  { name: 'overloaded in a campaign', capability: 'campaign_launch', fault: { kind: 'error', status: 503, times: 4 } },
  { name: 'slow', fault: { kind: 'slow', delay_ms: 3_000, times: 2 } },
  { name: 'breaking off', fault: { kind: 'cut_off', how: 'connection', times: 2 } },
  { name: 'ending early once', fault: { kind: 'cut_off', how: 'length', times: 1 } },
  {
    name: 'ending early with twice the room',
    fault: { kind: 'cut_off', how: 'length', times: 2 },
    failure: 'The answer was longer than it may be.',
  },
  { name: 'hanging once', fault: { kind: 'hang', times: 1 } },
  { name: 'talking nonsense twice', capability: 'campaign_launch', fault: { kind: 'nonsense', times: 2 } },
  {
    name: 'giving wrong JSON',
    capability: 'campaign_launch',
    fault: { kind: 'nonsense', how: 'wrong_json', times: 3 },
  },
  {
    name: 'always talking nonsense',
    capability: 'campaign_launch',
    fault: { kind: 'nonsense', how: 'wrong_json' },
    failure: 'The AI gave no usable answer, several times.',
  },
  { name: 'refusing', fault: { kind: 'refuse' }, failure: 'The AI provider declined to write this.' },
  { name: 'misconfigured', fault: { kind: 'error', status: 401 }, failure: 'The AI provider rejected the request' },
];

/** The AI fails in every way that providers do. */
export const aiFaultsDrill: Drill = {
  name: 'ai-faults',
  title: 'The AI answers 429, 500, 401, slowly, nonsense, breaks off, refuses, hangs',
  run,
};

async function run(environment: DrillEnvironment): Promise<void> {
  const { ai, api, findings } = environment;
  const topicOf = ({ name }: Case) => `Subject of a provider ${name}`;
  await ai.set(
    0,
    CASES.map((each) => ({ ...each.fault, match: topicOf(each) })),
  );

  const ids = new Map<number, Case>();
  for (const each of CASES) {
    const path = `/content-workflow/capabilities/${each.capability ?? 'blog_post'}/execute`;
    const answer = await api.post(path, { settings: { topic: topicOf(each) } });
    ids.set(answer.body.data?.id ?? 0, each);
  }
  const executions = await untilAllEnded(environment);
  for (const execution of executions) checkOutcome(environment, execution, ids.get(execution.id));
  findings.note('cases', executions.length);
  await checkQuestions(environment);
  await checkFinishedStepsStay(environment);
}

function checkOutcome({ findings }: DrillEnvironment, execution: ExecutionSeen, each: Case | undefined): void {
  const { status, error_message: error } = execution;
  if (each?.failure === undefined) {
    findings.expect(status === 'completed', `${each?.name}: it is ${status} (${error}).`);
    return;
  }
  const explains = error?.startsWith(each.failure) && error.includes(NOTHING_CHARGED);
  findings.expect(status === 'failed' && explains === true, `${each.name}: it is ${status} with "${error}".`);
}

/** A step whose answer was good is never asked again, and a Retry-After is waited for. */
async function checkQuestions(environment: DrillEnvironment): Promise<void> {
  const { findings } = environment;
  const honest = new Map<string, number>();
  const lastRefusal = new Map<string, number>();
  for (const { key, fault, at } of await questionsOf(environment)) {
    const refusedAt = lastRefusal.get(key);
    if (refusedAt !== undefined) {
      const waited = Date.parse(at) - refusedAt;
      findings.expect(waited >= 1_900, `${key} was asked again ${waited} ms after a 429 with Retry-After 2.`);
      lastRefusal.delete(key);
    }
    if (fault === 'rate_limit') lastRefusal.set(key, Date.parse(at));
    if (fault === null || fault === 'slow') honest.set(key, (honest.get(key) ?? 0) + 1);
  }
  findings.expect(honest.size >= CASES.length / 2, `Only ${honest.size} questions had a good answer.`);
  const again = [...honest].filter(([, times]) => times > 1);
  findings.equal('Questions asked again after a good answer', again, []);
}

/** A failure late in an execution does not touch what was finished before, and a retry pays only for the rest. */
async function checkFinishedStepsStay(environment: DrillEnvironment): Promise<void> {
  const { ai, api, query, findings } = environment;
  await ai.set(0, [{ kind: 'refuse', match: 'Deliverable: findings', times: 1 }]);
  const id = await orderOne(environment, 'campaign_launch');
  const ended = (await untilAllEnded(environment)).find((execution) => execution.id === id);
  findings.equal('A campaign whose review is refused', ended?.status, 'failed');
  const retry = await api.post(`/content-workflow/executions/${id}/retry`, undefined);
  findings.equal('Status of a retry', retry.status, 201);
  const retryId = retry.body.data?.id ?? 0;
  const retried = (await untilAllEnded(environment)).find((execution) => execution.id === retryId);
  findings.equal('The retry', retried?.status, 'completed');
  const asked = (await questionsOf(environment)).filter(({ executionId }) => executionId === retryId);
  const unfinished = await query('SELECT key FROM execution_step WHERE execution_id = $1 AND reused_from IS NULL', [
    retryId,
  ]);
  findings.equal('Questions of the retry', asked.length, unfinished.length);
}
