import { requireVersion } from '../content-items/schema.ts';
import type { ContentItemRow } from '../content-items/table.ts';
import { invalid } from '../kernel/errors.ts';
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
  item: Pick<ContentItemRow, 'body' | 'version'>,
  { quote, start, version }: NamedPassage,
): { quote: string; start: number } {
  requireVersion(item, version);
  const place = start ?? placeOf(quote, item.body);
  if (place < 0 || !item.body.startsWith(quote, place))
    throw invalid({ 'anchor.quote': ['Must be a passage of the text.'] });
  return { quote, start: place };
}
