import type { WriterTemplate } from './types.ts';

/** A template as the files of the catalogue write it; what is left out is the same for most. */
type Entry = Omit<WriterTemplate, 'category' | 'premium' | 'optional'> &
  Partial<Pick<WriterTemplate, 'premium' | 'optional'>>;

/** Completes the templates of one category. */
export function templates(category: WriterTemplate['category'], entries: readonly Entry[]): readonly WriterTemplate[] {
  return entries.map((entry) => ({ premium: false, optional: [], ...entry, category }));
}
