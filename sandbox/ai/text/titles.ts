import { capitalize, cutAtWord, titleCase } from '../brief/words.ts';
import type { Author } from './author.ts';

const titles: Record<string, readonly string[]> = {
  blog_post: [
    'A practical guide to {topic}',
    'How to make progress with {topic}',
    '{Topic}: a practical start for {audience}',
    'What to decide first about {topic}',
  ],
  text_content: ['{Topic} in plain words', 'What to know about {topic}', 'A clear view of {topic}'],
  email_draft: ['A short note on {topic}', 'A practical idea for {topic}', 'Your next step with {topic}'],
  social_post: ['A small step for {topic}', '{Topic}, made practical', 'A quick thought on {topic}'],
  product_description: ['{Offer} for {audience}', '{Offer}: clear, simple and ready to use', 'Meet {offer}'],
  case_study: [
    'How {customer} took the next step with {topic}',
    '{Customer} and {partner}: a shared approach to {topic}',
  ],
  faq: ['Questions and answers: {topic}', '{Topic}: questions and answers'],
  findings: ['Findings on {topic}', 'What the review of {topic} shows'],
  notes: ['Notes on {topic}', 'Background notes: {topic}'],
  ideas: ['Ideas for {topic}', 'Fresh ideas around {topic}'],
  outline: ['Outline: {topic}', 'An outline for {topic}'],
  schedule: ['Schedule for {topic}', 'A calendar for {topic}'],
  plan: ['Plan for {topic}', 'A working plan for {topic}'],
};

/** A title for a kind of text, at most `maxLength` characters. */
export function titleFor(kind: string, author: Author, maxLength = 90): string {
  const options = author.random
    .shuffle(titles[kind] ?? titles['text_content'] ?? [])
    .flatMap((template) => author.introduce(template) ?? []);
  const fitting = options.find((option) => option.length <= maxLength);
  return titleCase(fitting ?? cutAtWord(capitalize(author.subject.shortTopic), maxLength));
}
