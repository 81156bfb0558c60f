import { countWords, sentencesOf } from '../brief/words.ts';
import type { Author } from './author.ts';
import { LIST_KINDS } from './parts.ts';

const REWRITING =
  /summar|rewrite|rephrase|paraphras|translat|shorten|condense|simplif|proofread|edit |polish|expand|extend|improve|correct|repurpose|adapt/i;
const SOURCE =
  /^(?:text|content|article|source(?:_text)?|original(?:_text)?|body|draft|present_text|document|transcript)$/;

/** The sentences to work on, when the task is to rephrase something; none otherwise. */
export function sourceOf(kind: string, author: Author): string[] {
  const { brief } = author;
  if (!REWRITING.test(brief.task) || LIST_KINDS.has(kind) || kind === 'answer') return [];
  const given = brief.inputs.flatMap(({ name, value }) =>
    SOURCE.test(name) && typeof value === 'string' ? [value] : [],
  );
  const earlier = brief.earlier.filter((work) => /write|summar|translat/.test(work.kind)).map(({ text }) => text);
  const sentences = (given.length > 0 ? given : earlier).filter((text) => countWords(text) > 6).flatMap(sentencesOf);
  const kept = /summar|shorten|condense/i.test(brief.task) && sentences.length > 8 ? sentences.slice(0, 8) : sentences;
  return kept.filter(author.allowed);
}

/** What the given passages say about the question, from the nearest passage; none where there is none. */
export function relevant(author: Author): string[] {
  const { brief, subject } = author;
  const asked = wordsOf(
    [subject.topic, ...brief.inputs.map(({ value }) => (typeof value === 'string' ? value : ''))].join(' '),
  );
  const shared = (text: string) => [...wordsOf(text)].filter((word) => asked.has(word)).length;
  const passages = brief.inputs.flatMap(({ name, value }) =>
    name === 'passages' && Array.isArray(value) ? value : [],
  );
  const texts = [...passages.map((each) => String(each?.text ?? each)), ...brief.earlier.map(({ text }) => text)];
  const [nearest] = texts.filter((text) => shared(text) > 0).sort((a, b) => shared(b) - shared(a));
  return nearest === undefined ? [] : sentencesOf(nearest).filter(author.allowed).slice(0, 4);
}

/** Advice for questions that no passage is about. */
export function advice(author: Author): string[] {
  const { lead, action } = author.entry('questions', author.random.between(0, 7));
  const first = `On ${author.subject.topic}: ${lead.charAt(0).toLowerCase()}${lead.slice(1)}`;
  return (action === lead ? [first] : [first, action]).filter(author.allowed);
}

function wordsOf(text: string): Set<string> {
  return new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((word) => word.replace(/(?:ing|ed|es|s)$/, '')),
  );
}
