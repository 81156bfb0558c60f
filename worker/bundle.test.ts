import { expect, test } from '@jest/globals';
import { CONTRACTS } from '../workflows/contracts.ts';
import { requireRegistered } from './bundle.ts';

const ALL = CONTRACTS.map(({ workflow }) => workflow);

test('a worker does not start without the workflow of a flow, and says which', () => {
  expect(() => requireRegistered(ALL)).not.toThrow();
  const index = ALL.filter((name) => name !== 'seoAnalysis').map((name) => `export { ${name} } from './x.ts';`);
  expect(() => requireRegistered(ALL, index.join('\n'))).toThrow('workflows/index.ts does not export seoAnalysis.');
});
