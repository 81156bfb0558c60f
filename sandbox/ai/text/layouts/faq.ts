import type { Author } from '../author.ts';
import { questionItems } from '../bank/questions.ts';
import { answerSentences } from '../bank/work.ts';
import type { Document, Part } from '../document.ts';
import { titleFor } from '../titles.ts';
import { pointItems } from './items.ts';

/** Words of a question with its answer. */
const wordsPerQuestion = 65;

/** Questions as headings, each with its answer; what the inputs state comes first. */
export function faqDocument(author: Author): Document {
  const { brief, random, subject } = author;
  const length = brief.length ? (brief.length.min + brief.length.max) / 2 : 400;
  const count = brief.items ?? Math.max(2, Math.min(questionItems.length, Math.round(length / wordsPerQuestion)));
  const facts = subject.facts.filter((fact) => author.allowed(fact));
  const general = random.shuffle(author.fillAll(answerSentences.slice(1)));
  const share = Math.ceil(general.length / count);
  const parts = pointItems(questionItems, count, true, author).map(({ title, lead }, index): Part => {
    const own = facts.filter((_, position) => position % count === index);
    return { heading: title, style: 'prose', items: [[lead, ...own]], spare: general.splice(0, share) };
  });
  return { title: titleFor('faq', author), parts };
}
