import { describe, expect, test } from '@jest/globals';
import { readBrief } from '../brief/read-brief.ts';
import { subjectOf } from '../brief/subject.ts';
import { countTokens, countWords } from '../brief/words.ts';
import { seededRandom } from '../random.ts';
import { Author } from './author.ts';
import { writeText } from './write-text.ts';

function write(prompt: string): string {
  const brief = readBrief(prompt);
  return writeText(new Author(brief, subjectOf(brief), seededRandom(prompt)));
}

const deliverables = [
  'blog_post',
  'text_content',
  'email_draft',
  'social_post',
  'product_description',
  'case_study',
  'answer',
  'findings',
  'notes',
  'ideas',
  'outline',
  'schedule',
  'plan',
];
const bounds = [
  [1, 4],
  [5, 9],
  [12, 28],
  [15, 15],
  [15, 70],
  [40, 300],
  [100, 104],
  [120, 280],
  [412, 688],
  [900, 1000],
  [2400, 2600],
];

describe.each(deliverables)('%s', (deliverable) => {
  test.each(bounds)('has %d to %d words', (min, max) => {
    for (const topic of [
      'Cloud cost control',
      'How to prepare a partner team for its first marketplace launch',
      'SSO',
    ]) {
      const text = write(`Deliverable: ${deliverable}\nLength: ${min}-${max} words\nInputs:\n- topic: ${topic}`);
      const body = text.replace(/^# .*\n*/, '');
      expect(countWords(body)).toBeGreaterThanOrEqual(min);
      expect(countTokens(text)).toBeLessThanOrEqual(max);
    }
  });

  test('is on the topic, without slots left open and without anything that needs proof', () => {
    const text = write(`Deliverable: ${deliverable}\nInputs:\n- topic: zebra migration`);
    expect(text.toLowerCase()).toContain('zebra migration');
    expect(text).not.toMatch(/[{}[\]@]|undefined|lorem|sandbox|\bbest\b|guarantee|#1|\d{3}/i);
    expect(text.startsWith('# ')).toBe(deliverable !== 'answer');
  });

  test('uses none of the phrases to avoid', () => {
    const avoided = ['spreadsheet', 'review', 'small', 'zebra'];
    const text = write(
      `Deliverable: ${deliverable}\nLength: 60-400 words\nInputs:\n- topic: zebra migration\nAvoid:\n- ${avoided.join('\n- ')}`,
    );
    for (const phrase of avoided) expect(text.toLowerCase()).not.toContain(phrase);
  });
});

test.each(['ideas', 'findings', 'notes', 'schedule', 'outline'])(
  '%s has the number of items asked for',
  (deliverable) => {
    for (const items of [1, 4, 12, 30]) {
      const text = write(
        `Deliverable: ${deliverable}\nItems: ${items}\nLength: 20-2000 words\nInputs:\n- topic: cloud costs`,
      );
      expect(text.match(/^(?:\d+\.|-) /gm)).toHaveLength(items);
    }
  },
);

test('no sentence comes twice in a long text', () => {
  const text = write('Deliverable: blog_post\nLength: 1400-1600 words\nInputs:\n- topic: cloud costs');
  const sentences = text.match(/[^.!?\n]+[.!?]/g)?.map((each) => each.trim()) ?? [];
  expect(new Set(sentences).size).toBe(sentences.length);
});

test('keywords and key points appear', () => {
  const text = write(
    'Deliverable: blog_post\nLength: 400-600 words\nInputs:\n- topic: cloud costs\n- keywords: FinOps, tagging policy\n- key_points: shared dashboards; reduce waste',
  ).toLowerCase();
  for (const phrase of ['finops', 'tagging policy', 'shared dashboards', 'reduce waste'])
    expect(text).toContain(phrase);
});

test('a summary and a translation say what the text says', () => {
  const source = 'Listings need clear titles. Buyers compare several offers at once. Reviews build trust over time.';
  for (const task of ['Summarize the text', 'Translation: Translate the text']) {
    const text = write(`Task: ${task}\nDeliverable: text_content\nLength: 4-16 words\nInputs:\n- content: ${source}`);
    const sentences = text.replace(/^# .*\n*/, '').match(/[^.]+\./g) ?? [];
    for (const sentence of sentences) expect(source).toContain(sentence.trim());
  }
});

test('an answer comes from the passage that is about the question', () => {
  const passages = [
    { text: 'Invoices are made monthly. They are sent to the billing contact.' },
    { text: 'A partner key can be rotated at any time. The old key stops working at once.' },
  ];
  const text = write(
    `Deliverable: answer\nLength: 10-60 words\nInputs:\n- query: How do I rotate a partner key?\n- passages: ${JSON.stringify(passages)}`,
  );
  expect(text).toMatch(/^A partner key can be rotated at any time\. The old key stops working at once\./);
});

test('tones differ', () => {
  const witty = write('Deliverable: social_post\nTone: Witty\nInputs:\n- topic: cloud costs');
  const plain = write('Deliverable: social_post\nTone: Professional\nInputs:\n- topic: cloud costs');
  expect(witty).toMatch(/Nobody ever asked|Somewhere there is|Coffee helps/);
  expect(plain).not.toMatch(/Nobody ever asked|Somewhere there is|Coffee helps/);
});

test('posts of a series begin differently', () => {
  const text = write('Deliverable: social_post\nItems: 3\nLength: 90-200 words\nInputs:\n- topic: cloud costs');
  const openings = text.split('\n\n').filter((line) => !/^#|^Ask us|^Plan one/.test(line));
  expect(openings.length).toBeGreaterThanOrEqual(3);
  expect(new Set(openings).size).toBe(openings.length);
});
