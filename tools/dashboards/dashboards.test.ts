import { expect, test } from '@jest/globals';
import { documentedMetrics, firstGroups, readProjectFile } from '../../test/environment/repository.ts';
import { grafanaJson } from './dashboard.ts';
import { DASHBOARDS } from './dashboards.ts';

test('Grafana is given these; `npm run dashboards` writes them', () => {
  for (const [name, dashboard] of Object.entries(DASHBOARDS)) {
    expect(JSON.parse(readProjectFile(`deploy/monitoring/dashboards/${name}`))).toEqual(grafanaJson(dashboard));
  }
});

test('the metrics are documented or recorded', () => {
  const documented = documentedMetrics('API', 'worker', 'both');
  const recorded = firstGroups(readProjectFile('deploy/monitoring/rules.yaml'), /^ +- record: (\S+)$/gm);
  const known = new Set([...documented.flatMap((name) => [name, `${name}_bucket`, `${name}_count`]), ...recorded]);
  const used = Object.values(DASHBOARDS)
    .flatMap(({ rows }) => rows.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries)))
    .flatMap(({ expr }) => firstGroups(expr, /\b(marketwright[\w:]+)/g));
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

test('figures that every program has are those of the product, where Prometheus watches more', () => {
  const common = Object.values(DASHBOARDS)
    .flatMap(({ rows }) => rows.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries)))
    .filter(({ expr }) => /\b(?:process|nodejs)_/.test(expr));
  expect(common.length).toBeGreaterThan(2);
  for (const { expr } of common) expect(expr).toMatch(/\b(?:process|nodejs)_\w+\{job=~"marketwright-\.\+"\}/);
});
