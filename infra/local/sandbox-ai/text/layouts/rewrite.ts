import { flatten } from '../../brief/subject.ts';
import { countWords, sentencesOf } from '../../brief/words.ts';
import type { Author } from '../author.ts';
import type { Document } from '../document.ts';
import { titleFor } from '../titles.ts';

const rewriting =
  /summar|rewrite|rephrase|paraphras|translat|shorten|condense|simplif|proofread|edit |polish|expand|extend|improve|correct|repurpose|adapt/i;
const sourceNames =
  /^(text|content|article|source|source_text|original|original_text|body|draft|copy|paragraph|document|transcript|passage)$/;

/** The sentences to work on, when the task is to rewrite something; none otherwise. */
export function sourceOf({ brief }: Author): string[] {
  if (!rewriting.test(brief.task)) return [];
  const inputs = brief.inputs
    .filter(({ name }) => sourceNames.test(name))
    .flatMap(({ name, value }) => flatten(name, value));
  const earlier = brief.earlier.map(({ text }) => text);
  const texts = inputs.length > 0 ? inputs.map(({ text }) => text) : earlier;
  const avoided = brief.avoid.map((phrase) => phrase.toLowerCase());
  return texts
    .filter((text) => countWords(text) > 6)
    .flatMap(sentencesOf)
    .filter((sentence) => !avoided.some((phrase) => sentence.toLowerCase().includes(phrase)));
}

/** A text that says what the source says: for a summary its leading sentences, else all of it. */
export function rewriteDocument(kind: string, source: string[], author: Author): Document {
  const summary = /summar|shorten|condense/i.test(author.brief.task);
  const kept = summary ? source.filter((_, index) => index % 2 === 0 || source.length < 4).slice(0, 6) : source;
  const title = kind === 'answer' || kind === 'social_post' ? undefined : titleFor(kind, author);
  const rest = source.filter((sentence) => !kept.includes(sentence));
  return { title, parts: [{ style: 'prose', items: [kept], spare: rest }] };
}
