import { notesKind } from './notes.ts';

/** Plans the structure of a text, for a later step that writes it. */
export const outline = notesKind(
  'outline',
  'outline',
  1,
  'Write an outline: the working title, then the sections in order, each with the points it makes and the facts it rests on.',
);
