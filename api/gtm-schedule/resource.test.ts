import { expect, test } from '@jest/globals';
import { importPreview } from './resource.ts';

test('problems of a file are in the language of who looks at them', async () => {
  const problems = [
    { line: 4, title: 'Launch', problems: { recurrence: ['Must have whole numbers from 1 to 366 in INTERVAL.'] } },
  ];
  const context = { language: 'de', call: { actor: { partnerId: 1 } } } as never;
  const shown = await importPreview.presentInTurns?.({ entries: [], problems, known: new Set() }, context);
  expect(shown?.problems).toEqual([
    { line: 4, title: 'Launch', problems: { recurrence: ['Braucht in INTERVAL ganze Zahlen von 1 bis 366.'] } },
  ]);
});
