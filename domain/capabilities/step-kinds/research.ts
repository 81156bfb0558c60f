import { notesKind } from './notes.ts';

/** Gathers and orders what the inputs say, for later steps. */
export const research = notesKind(
  'research',
  'notes',
  2,
  'Gather from the inputs what the later steps need: audience and its problems, key messages with their support, terms to use, open questions. Mark what the inputs do not say as unknown.',
);
