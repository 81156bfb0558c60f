import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../infra/deploy/programs.ts';
import { grafanaJson } from './dashboard.ts';
import { DASHBOARDS } from './dashboards.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const found = (text: string, expression: RegExp) => [...text.matchAll(expression)].map(([, first = '']) => first);

test('Grafana is given these; `npm run dashboards` writes them', () => {
  for (const [name, dashboard] of Object.entries(DASHBOARDS)) {
    expect(JSON.parse(read(`deploy/monitoring/dashboards/${name}`))).toEqual(grafanaJson(dashboard));
  }
});

test('the metrics are documented or recorded', () => {
  const documented = found(read('docs/operations.md'), /^\| `(marketwright_\w+)` +\| (?:API|worker|both) /gm);
  const recorded = found(read('deploy/monitoring/rules.yaml'), /^ +- record: (\S+)$/gm);
  const known = new Set([...documented.flatMap((name) => [name, `${name}_bucket`, `${name}_count`]), ...recorded]);
  const used = Object.values(DASHBOARDS)
    .flatMap(({ rows }) => rows.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries)))
    .flatMap(({ expr }) => found(expr, /\b(marketwright[\w:]+)/g));
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});
