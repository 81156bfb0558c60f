/** Functions whose processor time grows by more than their text, by `file:name`, and why nothing comes of it. */
export const HARMLESS: ReadonlyMap<string, string> = new Map([
  [
    'api/text-files/blocks.ts:blocksOf',
    'marked reads emphasis, links and quotations so. It runs in a child process that has 8 s (api/text-files/convert.ts).',
  ],
]);
