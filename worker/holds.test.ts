import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { FLOWS } from './areas.ts';

/** Areas whose held credits no flow's owner returns, and the housekeeping that does. */
const BY_UPKEEP: Readonly<Record<string, { file: string; step: string }>> = {
  // The request itself writes the text; there is no run to lose.
  'ai-writer': { file: 'domain/ai-writer/steps/housekeeping.ts', step: 'stopLapsedOutputs' },
};

/** Areas of domain/ that hold credits for work that has just begun. */
const HOLDING = new Set(
  globSync('domain/*/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('domain/credits/'))
    .filter((file) => /\bholdCredits\(/.test(readFileSync(file, 'utf8')))
    .map((file) => file.split('/')[1] ?? ''),
);

test('credits that are held are returned when the work is lost', () => {
  const watched = FLOWS.flatMap(({ owner }) => ('none' in owner ? [] : [areaOf(owner.stale.name)]));
  const lists = readFileSync('worker/areas.ts', 'utf8');
  for (const [area, { file, step }] of Object.entries(BY_UPKEEP)) {
    expect([area, readFileSync(file, 'utf8')]).toEqual([area, expect.stringContaining(`export const ${step} = `)]);
    expect(lists).toMatch(new RegExp(`housekeeping: \\[[^\\]]*${step}`));
  }
  const without = [...HOLDING].filter((area) => !watched.includes(area) && !(area in BY_UPKEEP));
  expect(without).toEqual([]);
  expect(HOLDING.size).toBeGreaterThan(4);
});

/** `case_studies.list_stale` stands in `case-studies`. */
function areaOf(step: string): string {
  return (step.split('.')[0] ?? '').replaceAll('_', '-');
}
