/** Why the books survive the erasure of their partner; docs/auditors.md says which law. */
export const BOOKS = { because: 'The law requires the books to be kept, unchanged.' };
