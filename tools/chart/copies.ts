import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../infra/deploy/programs.ts';
import { valuesSchema } from './schema.ts';

const MONITORING = path.join(ROOT, 'deploy/monitoring');

/**
 * The files of the chart that are made from others, with their text, by their path from deploy/chart. Helm reads nothing
 * outside the chart, and some of those who deploy leave out symbolic links.
 */
export function madeFiles(): Record<string, string> {
  const sources = ['rules.yaml', ...globSync('dashboards/*.json', { cwd: MONITORING }).sort()];
  return {
    'values.schema.json': `${JSON.stringify(valuesSchema(), null, 2)}\n`,
    ...Object.fromEntries(
      sources.map((source) => [`files/${source}`, readFileSync(path.join(MONITORING, source), 'utf8')]),
    ),
  };
}
