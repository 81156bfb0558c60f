import { flatten } from '../../brief/inputs.ts';
import { countWords, sentencesOf, titleCase } from '../../brief/words.ts';
import type { Author } from '../author.ts';
import type { Document } from '../document.ts';

const rewriting =
  /summar|rewrite|rephrase|paraphras|translat|shorten|condense|simplif|proofread|edit |polish|expand|extend|improve|correct|repurpose|adapt/i;
const sourceNames =
  /^(text|content|article|source|source_text|original|original_text|body|draft|copy|paragraph|document|transcript|passage)$/;

/** Earlier steps that left text about the matter rather than about the writing. */
const sourceKinds = /write|summar|translat/;
const unsuited = new Set(['findings', 'answer', 'ideas', 'outline', 'plan', 'schedule']);

/** The sentences to work on, when the task is to rewrite something; none otherwise. */
export function sourceOf(kind: string, { brief }: Author): string[] {
  if (!rewriting.test(brief.task) || unsuited.has(kind)) return [];
  const inputs = brief.inputs
    .filter(({ name }) => sourceNames.test(name))
    .flatMap(({ name, value }) => flatten(name, value));
  const earlier = brief.earlier.filter(({ kind: made }) => sourceKinds.test(made)).map(({ text }) => text);
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
  const title = kind === 'answer' || kind === 'social_post' ? undefined : titleCase(author.subject.topic);
  const rest = source.filter((sentence) => !kept.includes(sentence));
  return { title, parts: [{ style: 'prose', items: [kept], spare: rest }], terse: true };
}
