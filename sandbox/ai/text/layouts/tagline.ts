import { countTokens } from '../../brief/words.ts';
import type { Author } from '../author.ts';
import { socialSentences, summaries, taglines } from '../bank/messages.ts';
import type { Document } from '../document.ts';
import { titleFor } from '../titles.ts';

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

/** One paragraph, such as the description of a page in search results. */
export function shortDocument(kind: string, author: Author): Document {
  const [first = author.subject.shortTopic, ...rest] = author.random
    .shuffle(summaries)
    .flatMap((template) => author.introduce(template) ?? []);
  const spare = [...rest.slice(0, 1), ...author.random.shuffle(author.fillAll(socialSentences))];
  return {
    title: titleFor(kind, author),
    parts: [{ style: 'prose', items: [[first]], spare, fixed: true }],
    terse: true,
  };
}
