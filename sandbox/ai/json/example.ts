import { capitalize } from '../brief/words.ts';
import type { Author } from '../text/author.ts';

/** The text to echo from a given plan: identifiers as they are, titles and summaries made to name the topic. */
export function exampleFor(name: string, example: unknown, author: Author): string | undefined {
  if (typeof example !== 'string') return undefined;
  const { shortTopic } = author.subject;
  if (example.toLowerCase().includes(shortTopic.toLowerCase())) return example;
  if (/^(title|name|label|heading)$/.test(name)) return author.fill(`${capitalize(example)} for {topic}`) ?? example;
  if (/summary|description|goal|objective/.test(name)) {
    return (
      author.fill('Takes {topic} for {audience} step by step from the first notes to a result that can be reviewed.') ??
      example
    );
  }
  return example;
}
