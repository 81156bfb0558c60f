import { contentKind } from './content-kind.ts';

/** Shortens a text to what matters. */
export const summarize = contentKind({
  kind: 'summarize',
  weight: 2,
  temperature: 0.2,
  method:
    'Summarize the given text: the main point first, then what supports it, in your own words and without opinion.',
});
