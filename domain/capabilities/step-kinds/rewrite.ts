import { contentKind } from './content-kind.ts';

/** Says the same in another form. */
export const rewrite = contentKind({
  kind: 'rewrite',
  weight: 4,
  temperature: 0.5,
  method: 'Rewrite the given text as the inputs ask. Keep every fact and every name, add none.',
});
