import type { Brief } from '../brief/read-brief.ts';
import { type Finding, type Passage, readPassages } from '../reading/read-passages.ts';
import { quotable } from '../reading/sentences.ts';

/** A statement that cites a passage of the inputs. */
type Cited = Record<'text' | 'passage' | 'quote', string>;

/** Statements about a topic. */
const USUAL_COUNT = 3;

/** The sentences of the inputs' passages (`P1`, `P2`, …) that answer the question of the inputs; undefined where they have no question. */
export async function findAnswers(brief: Brief): Promise<Finding[] | undefined> {
  const question = textOf(brief, 'query');
  return question === undefined ? undefined : readPassages(question, passagesIn(brief));
}

/**
 * The items of a list that cites passages of the inputs: the answers to their question; without a question, a sentence of each passage in
 * turn. Undefined for any other list.
 */
export function citedItems(
  properties: readonly string[],
  brief: Brief,
  answers: readonly Finding[] | undefined,
): Cited[] | undefined {
  if (!['text', 'passage', 'quote'].every((name) => properties.includes(name))) return undefined;
  return (
    answers?.map(({ passage, quote }) => ({ text: quote, passage, quote })) ?? aboutTopic(passagesIn(brief), brief)
  );
}

function passagesIn({ inputs }: Brief): Passage[] {
  return inputs.flatMap(({ name, value }) => {
    if (!/^p\d+$/.test(name) || typeof value !== 'object' || value === null || !('text' in value)) return [];
    const { document, section, text } = value as { document?: unknown; section?: unknown; text: unknown };
    return [{ id: name.toUpperCase(), around: [document, section].filter(Boolean).join('\n'), text: String(text) }];
  });
}

/** Sentences of each passage in turn, those that share most words with the topic first. */
function aboutTopic(all: readonly Passage[], brief: Brief): Cited[] {
  const topic = wordsIn(textOf(brief, 'topic') ?? '');
  const shared = (sentence: string) => [...wordsIn(sentence)].filter((word) => topic.has(word)).length;
  const passages = all
    .map(({ id, text }) => ({ id, sentences: sentencesIn(text).sort((one, other) => shared(other) - shared(one)) }))
    .filter(({ sentences }) => sentences.length > 0);
  if (passages.length === 0) return [];
  return Array.from({ length: brief.items ?? USUAL_COUNT }, (_none, index) => {
    const { id = '', sentences = [] } = passages[index % passages.length] ?? {};
    const quote = sentences[Math.floor(index / passages.length) % sentences.length] ?? '';
    return { text: quote, passage: id, quote };
  });
}

function sentencesIn(text: string): string[] {
  return quotable(text).map(({ quote }) => quote);
}

function textOf({ inputs }: Brief, wanted: string): string | undefined {
  const value = inputs.find(({ name }) => name === wanted)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Beginnings of the words, so that their forms are the same. */
function wordsIn(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []).map((word) => word.slice(0, 6)));
}
