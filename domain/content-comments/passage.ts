import type { ContentItemRow } from '../content-items/table.ts';
import { conflict, invalid } from '../kernel/errors.ts';
import { placeOf } from './anchors.ts';

/** A passage of a text as a request names it. */
interface NamedPassage {
  quote: string;
  /** Where it begins, UTF-16 code units; the first place where it is, unless given. */
  start?: number | undefined;
  /** The version of the item whose text that is. */
  version?: number | undefined;
}

/** The passage and where it begins in the text of an item. Throws CONFLICT and VALIDATION_ERROR. */
export function passageIn(
  { body, version: present }: Pick<ContentItemRow, 'body' | 'version'>,
  { quote, start, version }: NamedPassage,
): { quote: string; start: number } {
  if (version !== undefined && version !== present)
    throw conflict('The content item has been changed meanwhile; read it again and repeat the request.');
  const place = start ?? placeOf(quote, body);
  if (place < 0 || !body.startsWith(quote, place))
    throw invalid({ 'anchor.quote': ['Must be a passage of the text.'] });
  return { quote, start: place };
}
