import { contentKind } from './content-kind.ts';

/** Writes new content. */
export const write = contentKind({
  kind: 'write',
  weight: 5,
  temperature: 0.7,
  method: 'Write new text about the inputs. Build on the earlier work where there is some.',
});
