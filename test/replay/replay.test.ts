import { readdirSync, readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DefaultLogger, type ReplayResult, Runtime, Worker } from '@temporalio/worker';
import { z } from 'zod';
import { prepareBundle } from '../../worker/prepare-bundle.ts';
import * as workflows from '../../workflows/index.ts';

const HISTORIES = new URL('./histories/', import.meta.url);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const historySchema = z.object({ events: z.array(z.looseObject({ eventType: z.string() })).min(3) });

interface Recorded {
  name: string;
  text: string;
  history: z.output<typeof historySchema>;
}

const recorded: Recorded[] = readdirSync(HISTORIES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const text = readFileSync(new URL(file, HISTORIES), 'utf8');
    return { name: file.replace(/\.json$/, ''), text, history: historySchema.parse(JSON.parse(text)) };
  });

let codePath: string;
beforeAll(async () => {
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { filter: 'OFF' } },
  });
  codePath = await prepareBundle();
});

async function replay(histories: readonly Pick<Recorded, 'name' | 'history'>[]): Promise<ReplayResult[]> {
  const results: ReplayResult[] = [];
  const inputs = histories.map(({ name, history }) => ({ workflowId: name, history }));
  for await (const result of Worker.runReplayHistories({ workflowBundle: { codePath } }, inputs)) results.push(result);
  return results;
}

describe('recorded histories', () => {
  test('are there for every workflow, and for the ways that executions and analyses end', () => {
    const count = (workflow: string) => recorded.filter(({ name }) => name.startsWith(`${workflow}/`)).length;
    expect(Object.keys(workflows).filter((workflow) => count(workflow) === 0)).toEqual([]);
    expect(count('execution')).toBeGreaterThanOrEqual(8);
    expect(count('seoAnalysis')).toBeGreaterThanOrEqual(3);
  });

  test('replay on the bundle that is shipped', async () => {
    const results = await replay(recorded);
    expect(results.map(({ workflowId }) => workflowId).sort()).toEqual(recorded.map(({ name }) => name).sort());
    expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
  });

  test('tell nothing of where they were recorded', () => {
    for (const { name, text } of recorded) {
      for (const trace of [
        '"identity"',
        '"stackTrace"',
        ROOT,
        hostname(),
        `${userInfo().username}@`,
        '/node_modules/',
      ]) {
        expect({ name, trace, found: text.includes(trace) }).toEqual({ name, trace, found: false });
      }
    }
  });
});

test('a history that the code would not make does not replay', async () => {
  const [original] = recorded.filter(({ name }) => name === 'execution/campaign');
  const text = original?.text.replaceAll('"planExecution"', '"drawUpExecution"') ?? '';
  expect(text).toContain('drawUpExecution');
  const [result] = await replay([{ name: 'other', history: historySchema.parse(JSON.parse(text)) }]);
  expect(result?.error?.name).toBe('DeterminismViolationError');
});
