import { contentKind } from './content-kind.ts';

/** Puts a text into another language. */
export const translate = contentKind({
  kind: 'translate',
  weight: 4,
  temperature: 0.2,
  method:
    'Translate the given text completely into the given language, title included. Keep meaning, tone, Markdown structure, links and product names; write what a native speaker would write.',
});
