import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../infra/deploy/programs.ts';

/** The text of a file of this project, by its path from package.json. */
export function readProjectFile(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** What the first group of a global expression matches, in the order of the text. */
export function firstGroups(text: string, expression: RegExp): string[] {
  return [...text.matchAll(expression)].map(([, first = '']) => first);
}

/** The metrics that docs/operations.md names, those of both processes or of one. */
export function documentedMetrics(...processes: ('API' | 'worker' | 'both')[]): string[] {
  const rows = new RegExp(`^\\| \`(marketwright_\\w+)\` +\\| (?:${processes.join('|')}) +\\|`, 'gm');
  return firstGroups(readProjectFile('docs/operations.md'), rows);
}
