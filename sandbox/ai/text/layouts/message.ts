import { flatten, listOf } from '../../brief/inputs.ts';
import { midSentence } from '../../brief/words.ts';
import type { Author } from '../author.ts';
import { calls, emailSentences, newsSentences, productSentences, socialSentences } from '../bank/messages.ts';
import type { Document, Part } from '../document.ts';
import { titleFor } from '../titles.ts';
import { voiceOf } from '../tone.ts';
import { featureList, hookOf, pointList } from './parts.ts';

const newsOpening = 'Here is what we have been working on, and what comes next.';

/** An email: subject line, greeting, text, invitation, closing. */
export function emailDocument(author: Author): Document {
  const { brief, random, subject } = author;
  const long = (brief.length?.max ?? 150) >= 120;
  const topics = newsletterParts(author);
  const [first, ...rest] = author.fillAll(emailSentences);
  const facts = subject.facts.filter((fact) => author.allowed(fact)).slice(0, 4);
  const body: Part = {
    style: 'prose',
    items: [[hookOf(author), first, ...facts].filter((each) => each !== undefined)],
    spare: random.shuffle(rest),
  };
  const news: Part = { style: 'prose', items: [[newsOpening]], spare: [], closed: true };
  const invitation = `${callOf(author)}. A short reply is enough, and we will suggest a time.`;
  const sender = subject.company ? `The ${subject.company} team` : 'Your partner team';
  return {
    title: titleFor('email_draft', author),
    parts: [
      verse('Hello,'),
      ...(topics.length > 0 ? [news, ...topics] : [body, ...(long ? emailList(author) : [])]),
      { style: 'prose', items: [[invitation]], spare: [], closed: true },
      verse('Kind regards,', sender),
    ],
  };
}

/** One or more social posts: hook, text, invitation, hashtags. */
export function socialDocument(author: Author): Document {
  const { brief, random, subject } = author;
  const count = Math.max(1, brief.items ?? 1);
  const sentences = random.shuffle(author.fillAll(socialSentences));
  const tags = [...subject.keywords, subject.topic, 'cloud marketplace'].slice(0, 3).map(hashtag);
  const posts = Array.from({ length: count }, (_, index): Part[] => [
    {
      heading: count > 1 ? `Post ${index + 1}` : undefined,
      style: 'prose',
      items: [
        [index === 0 ? hookOf(author) : author.next(sentences), subject.facts[index]].filter(
          (each) => each !== undefined,
        ),
      ],
      spare: sentences,
      fixed: true,
    },
    { style: 'prose', items: [[`${callOf(author)}.`]], spare: [], closed: true },
    verse([...new Set(tags)].join(' ')),
  ]);
  return { title: titleFor('social_post', author), parts: posts.flat() };
}

/** A product description: what it is, key features, for whom. */
export function productDocument(author: Author): Document {
  const { random, subject } = author;
  const [first, ...rest] = author.fillAll(productSentences);
  const spare = random.shuffle(rest);
  const middle = Math.ceil(spare.length / 2);
  return {
    title: titleFor('product_description', author),
    parts: [
      {
        style: 'prose',
        items: [[first, ...subject.facts].filter((each) => each !== undefined)],
        spare: spare.slice(0, middle),
      },
      ...featureList(author, 'Key features'),
      { heading: 'Getting started', style: 'prose', items: [[`${callOf(author)}.`]], spare: spare.slice(middle) },
    ],
  };
}

/** A part for each of several topics. */
function newsletterParts(author: Author): Part[] {
  const topics = listOf(
    author.brief.inputs.flatMap(({ name, value }) => flatten(name, value)),
    ['topics'],
  );
  if (topics.length < 2) return [];
  return topics.slice(0, 8).map((topic) => {
    const about = author.about(midSentence(topic));
    const [first, ...rest] = author.random.shuffle(about.fillAll(newsSentences));
    return { heading: topic, style: 'prose', items: [[first ?? `${topic}.`]], spare: rest, fixed: true };
  });
}

/** Features of a product, or points of any other topic. */
function emailList(author: Author): Part[] {
  const { product, points } = author.subject;
  const parts = product && points.length > 0 ? featureList(author, '') : pointList(author, '', 3);
  return parts.map(({ heading: _, ...part }) => ({ ...part, fixed: false }));
}

function callOf(author: Author): string {
  return (
    author.subject.callToAction ?? author.choose(calls[voiceOf(author.brief.tone)]) ?? 'Take a closer look this week'
  );
}

function verse(...lines: string[]): Part {
  return { style: 'verse', items: lines.map((line) => [line]), spare: [] };
}

function hashtag(text: string): string {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return `#${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}
