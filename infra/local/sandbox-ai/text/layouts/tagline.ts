import { countTokens } from '../../brief/words.ts';
import type { Author } from '../author.ts';
import { taglines } from '../bank/messages.ts';
import type { Document } from '../document.ts';

/** A few words for the smallest lengths: a slogan or a line of an advertisement. */
export function taglineDocument(author: Author): Document {
  const { min, max } = author.brief.length ?? { min: 1, max: 14 };
  const lines = author.fillAll(author.random.shuffle(taglines));
  const fitting = lines.find((line) => countTokens(line) >= min && countTokens(line) <= max);
  const shortest = lines.toSorted((a, b) => countTokens(a) - countTokens(b))[0] ?? author.subject.shortTopic;
  return {
    title: undefined,
    parts: [{ style: 'prose', items: [[fitting ?? shortest]], spare: [], fixed: true }],
    terse: true,
  };
}
