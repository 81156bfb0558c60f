import { expect, test } from '@jest/globals';
import { z } from 'zod';
import type { AnyFlow } from '../activities/flow.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { step } from '../domain/kernel/step.ts';
import { SettingsError } from '../infra/config/environment.ts';
import { CONTRACTS } from '../workflows/contracts.ts';
import * as registered from '../workflows/index.ts';
import { QUEUES } from '../workflows/queues.ts';
import type { WorkerArea } from './area.ts';
import { AREAS, FLOWS } from './areas.ts';
import { queueServices, servedQueues } from './queues.ts';

const DEPS = {} as Deps;
const SETTINGS = { aiConcurrency: 7 };

const stepNamed = (name: string) => step({ name, input: z.object({}), output: z.boolean(), run: async () => true });
const [ASK, END] = [stepNamed('ask'), stepNamed('end')];

/** Names of activities by queue, without queues that serve none. */
function servedBy(flows: readonly Pick<AnyFlow, 'steps'>[]): Record<string, string[]> {
  const services = queueServices(flows, DEPS, SETTINGS).map(
    ({ taskQueue, activities }) => [taskQueue, Object.keys(activities).sort()] as const,
  );
  return Object.fromEntries(services.filter(([, names]) => names.length > 0));
}

test('each group of steps is served on its queues', () => {
  const embeddings = { embed: stepNamed('embed') };
  const steps = { transitions: { end: END }, main: { read: ASK }, ai: { ask: ASK }, embeddings, seo: { score: ASK } };
  expect(servedBy([{ steps }])).toEqual({
    'mw-main': ['end', 'read'],
    // Activities that were scheduled by an earlier release.
    'mw-ai': ['ask', 'embed'],
    'mw-ai-sandbox': ['ask', 'embed'],
    'mw-embeddings': ['embed'],
    'mw-seo': ['score'],
  });
});

test('flows may share a step, and not the name of different ones', () => {
  expect(servedBy([{ steps: { main: { end: END } } }, { steps: { transitions: { end: END } } }])).toEqual({
    'mw-main': ['end'],
  });
  expect(() => servedBy([{ steps: { main: { end: END } } }, { steps: { main: { end: ASK } } }])).toThrow(
    'Two flows have the activity end.',
  );
});

test('only the main queue runs workflows, and the AI is asked as often at once as is set', () => {
  const services = queueServices(FLOWS, DEPS, SETTINGS);
  expect(services.filter(({ workflows }) => workflows).map(({ taskQueue }) => taskQueue)).toEqual(['mw-main']);
  expect(services.find(({ taskQueue }) => taskQueue === 'mw-ai')?.maxActivities).toBe(7);
  expect(services.every(({ activities }) => Object.keys(activities).length > 0)).toBe(true);
});

test('contracts, registered workflows and served flows are the same', () => {
  const names = CONTRACTS.map(({ workflow }) => workflow).sort();
  expect(Object.keys(registered).sort()).toEqual(names);
  expect(FLOWS.map(({ contract }) => contract.workflow).sort()).toEqual(names);
  const commanded = CONTRACTS.flatMap((contract) => ('command' in contract ? [contract] : []));
  expect(new Set(commanded.map(({ command }) => command)).size).toBe(commanded.length);
  expect(new Set(commanded.map(({ id }) => id)).size).toBe(commanded.length);
});

test('a worker serves the queues that it is given, in one order, and all where it is given none', () => {
  expect(servedQueues([])).toEqual(QUEUES);
  expect(servedQueues(['mw-ai-sandbox', 'mw-ai', 'mw-ai'])).toEqual(['mw-ai', 'mw-ai-sandbox']);
  const services = queueServices(FLOWS, DEPS, SETTINGS, servedQueues(['mw-knowledge']));
  expect(services.map(({ taskQueue, workflows }) => [taskQueue, workflows])).toEqual([['mw-knowledge', false]]);
  expect(() => servedQueues(['mw-main', 'mw-seoo'])).toThrow(
    new SettingsError(
      'WORKER_QUEUES: there is no queue mw-seoo; the queues are mw-main, mw-ai, mw-ai-sandbox, mw-embeddings, mw-seo, mw-webhooks, mw-knowledge, mw-mail',
    ),
  );
});

test('what is started beside a queue names one', () => {
  const areas: readonly WorkerArea[] = AREAS;
  const beside = areas.flatMap((area) => (area.start ? (area.beside ?? 'mw-main') : []));
  expect(new Set(beside)).toEqual(new Set(['mw-main', 'mw-webhooks']));
});
