import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { AI_ERROR_KINDS } from '../infra/ai/port.ts';
import { CONTRACTS } from '../workflows/contracts.ts';
import { documentedMetrics, firstGroups, readProjectFile } from './environment/repository.ts';
import { startTestService, type TestService } from './environment/service.ts';

jest.setTimeout(60_000);

const ROOT = path.join(import.meta.dirname, '..');
const rules = readProjectFile('deploy/monitoring/rules.yaml');
const pages = globSync('docs/runbooks/*.md', { cwd: ROOT }).filter((file) => !file.endsWith('README.md'));

const documented = documentedMetrics('API', 'worker', 'both');
/** A metric, or one of the series of a histogram. */
const isDocumented = (name: string) => documented.includes(name.replace(/_(?:bucket|count|sum)$/, ''));

describe('the alerts', () => {
  test('name their runbooks, and every runbook is named', () => {
    expect([...new Set(firstGroups(rules, /^ +runbook: (\S+)$/gm))].sort()).toEqual(pages.sort());
    expect(firstGroups(rules, /^ +runbook: (\S+)$/gm)).toHaveLength(firstGroups(rules, /^ +- alert: (\w+)$/gm).length);
    const index = readProjectFile('docs/runbooks/README.md');
    expect(firstGroups(index, /\((\S+\.md)\)/g).sort()).toEqual(pages.map((page) => path.basename(page)).sort());
  });

  test('use metrics that are documented, which are compared with what the processes serve', () => {
    const used = [...new Set(firstGroups(rules, /\b(marketwright_\w+)/g))];
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !isDocumented(name))).toEqual([]);
  });

  test('look for outcomes that the AI adapter has', () => {
    const outcomes = firstGroups(rules, /marketwright_ai_request_duration_seconds_count\{outcome=~?"([^"]+)"/g).flatMap(
      (values) => values.split('|'),
    );
    expect(outcomes.length).toBeGreaterThan(3);
    expect(AI_ERROR_KINDS).toEqual(expect.arrayContaining(outcomes));
  });

  test('are each tested', () => {
    const tested = firstGroups(readProjectFile('deploy/monitoring/rules.test.yaml'), /^ +name: (\w+) fires$/gm);
    expect(tested.sort()).toEqual(firstGroups(rules, /^ +- alert: (\w+)$/gm).sort());
  });
});

test('docs/operations.md says of every workflow how its runs are called, and which button is safe', () => {
  const page = readProjectFile('docs/operations.md');
  const unexplained = CONTRACTS.filter(
    (contract) =>
      !page.includes('schedule' in contract ? contract.schedule.id : `\`${contract.id}-<`) ||
      page.split(`\`${contract.workflow}\``).length < 3,
  );
  expect(unexplained.map(({ workflow }) => workflow)).toEqual([]);
});

describe('by promtool, the alerts', () => {
  const promtool = (...args: string[]) =>
    execFileSync('promtool', args, { cwd: path.join(ROOT, 'deploy/monitoring'), stdio: 'pipe', encoding: 'utf8' });
  try {
    promtool('--version');
  } catch {
    test.skip('SKIPPED, since promtool is missing', () => undefined);
    return;
  }
  test('fire for what they are about, and stay quiet beside it', () => {
    expect(promtool('check', 'rules', 'rules.yaml')).toContain('SUCCESS');
    expect(promtool('test', 'rules', 'rules.test.yaml')).toContain('SUCCESS');
  });
});

describe('the statements that staff are given', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const statements = [...pages, 'docs/operations.md'].flatMap((page) => {
    const text = readProjectFile(page);
    const blocks = firstGroups(text, /```sql\n([\s\S]+?)```/g);
    const inline = firstGroups(text, /`(SELECT [^`]+)`/g);
    return [...blocks.flatMap((block) => block.split(/;\s*(?:\n|$)/)), ...inline]
      .map((statement) => statement.trim().replace(/;$/, ''))
      .filter((statement) => statement !== '')
      .map((statement) => [page, statement] as const);
  });

  test.each(statements)('%s: %s', async (_page, statement) => {
    // A number that staff fill in; and setval is a SELECT that would change something.
    const plan = await service.dataSource.query(`EXPLAIN ${statement.replaceAll(/<\w+>/g, '1')}`);
    expect(plan.length).toBeGreaterThan(0);
  });
});
