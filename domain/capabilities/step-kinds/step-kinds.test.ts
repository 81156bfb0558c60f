import { describe, expect, test } from '@jest/globals';
import { madeDrafts, stepContext, wordsOf } from '../../../test/environment/capabilities.ts';
import { capabilities } from '../../features.ts';
import { STEP_WEIGHTS } from '../prices.ts';
import { STEP_KINDS, UnusableAnswer } from '../types.ts';

const finding = { aspect: 'Title', observation: 'It is long.', recommendation: 'Shorten it.' };

test.each(STEP_KINDS)('%s is defined under its name, with a weight', (kind) => {
  expect(capabilities.stepKind(kind).kind).toBe(kind);
  expect(STEP_WEIGHTS[kind]).toBeGreaterThan(0);
});

test('every step of every default plan can be asked, within the output that providers allow', () => {
  for (const capability of capabilities.all) {
    for (const { key, kind } of capability.default_plan) {
      const settings = { field: 'outcomes', post_type: 'post_generator', description: 'Data' };
      const passages = [
        {
          knowledge_base_id: 1,
          document_id: 1,
          passage_id: 1,
          document: 'Data',
          section: '',
          text: 'Data are data.',
          language: null,
        },
      ];
      const question = capabilities
        .stepKind(kind)
        .question(stepContext(capability.slug, key, { settings, context: { passages } }));
      if (kind === 'schedule') expect(question).toBeNull();
      else expect(question?.maxOutputTokens).toBeLessThanOrEqual(16_000);
    }
  }
});

describe('one content item', () => {
  const context = stepContext('blog_post', 'post', { settings: { topic: 'Cloud costs' } });
  const interpret = (answer: unknown) => capabilities.stepKind('write').interpret(context, answer);

  test('is asked for as Markdown with its length', () => {
    const question = capabilities.stepKind('write').question(context);
    expect(question?.answer).toBeUndefined();
    expect(question?.prompt.split('\n')).toEqual([
      'Task: Blog post: Write the blog post',
      'Deliverable: blog_post',
      'Length: 412-688 words',
      'Language: en',
      'Inputs:',
      '- topic: Cloud costs',
    ]);
  });

  test('has its title taken off the text', () => {
    const result = interpret(`# Cloud *costs*\n\n${wordsOf(500)}`);
    expect(result.drafts).toEqual([{ title: 'Cloud costs', content_type: 'blog_post', body: wordsOf(500) }]);
    expect(result.output).toEqual({
      type: 'content',
      items: [{ title: 'Cloud costs', content_type: 'blog_post', word_count: 500 }],
    });
    expect(result.summary).toBe('Made 1 blog post with 500 words in all.');
  });

  test('may come in a code fence, with NUL and without a title', () => {
    const [draft] = interpret(`\`\`\`markdown\n\0${wordsOf(450)}\n\`\`\``).drafts;
    expect(draft).toEqual({ title: 'Write the blog post', content_type: 'blog_post', body: wordsOf(450) });
  });

  test('may be a fifth too long; beyond that it is cut at the end of a paragraph', () => {
    expect(interpret(`# T\n${wordsOf(820)}`).drafts[0]?.body).toBe(wordsOf(820));
    expect(interpret(`# T\n${wordsOf(830)}`).drafts[0]?.body).toBe(wordsOf(650));
  });

  test.each([
    ['too short', `# T\n${wordsOf(411)}`],
    ['empty', ' \n'],
    ['only a title', '# T'],
    ['no text', { title: 'x' }],
    ['nothing', null],
  ])('is unusable when %s', (_name, answer) => {
    expect(() => interpret(answer)).toThrow(UnusableAnswer);
  });
});

describe('several content items', () => {
  const context = stepContext('social_post_set', 'posts', { settings: { topic: 'x', post_count: 2 } });
  const interpret = (answer: unknown) => capabilities.stepKind('write').interpret(context, answer);
  const post = (title: string, words: number) => ({ title, body: wordsOf(words) });

  test('are asked for as an object', () => {
    const question = capabilities.stepKind('write').question(context);
    expect(question?.prompt).toMatch(/^Deliverable: social_post\nItems: 2\nLength: 15-70 words$/m);
    expect(question?.answer?.schema.safeParse({ items: [post('a', 20)] }).success).toBe(true);
  });

  test('are taken up to the number wanted', () => {
    const { drafts } = interpret({
      items: [post('One', 20), { title: 'Two', body: `# Two\n${wordsOf(30)}` }, post('Three', 20)],
    });
    expect(drafts.map(({ title, body }) => [title, body])).toEqual([
      ['One', wordsOf(20)],
      ['Two', wordsOf(30)],
    ]);
  });

  test.each([
    ['too few', { items: [post('One', 20)] }],
    ['one too short', { items: [post('One', 20), post('Two', 3)] }],
    ['one without a title', { items: [post('One', 20), post(' ', 20)] }],
    ['of another form', { posts: [] }],
    ['text', 'One'],
  ])('are unusable when %s', (_name, answer) => {
    expect(() => interpret(answer)).toThrow(UnusableAnswer);
  });
});

describe('translate, rewrite and summarize', () => {
  test.each([
    ['translation', 'translation', 'translate', '50-180'],
    ['content_rewrite', 'rewrite', 'rewrite', '50-180'],
    ['summarization', 'summary', 'summarize', '25-150'],
  ] as const)('%s is as long as its source allows', (slug, key, kind, length) => {
    const context = stepContext(slug, key, { settings: { content: wordsOf(100), target_language: 'de' } });
    expect(capabilities.stepKind(kind).question(context)?.prompt).toContain(`Length: ${length} words`);
    expect(capabilities.stepKind(kind).interpret(context, `# Titel\n${wordsOf(60)}`).drafts).toHaveLength(1);
  });

  test('translation names the language it goes to', () => {
    const context = stepContext('translation', 'translation', {
      settings: { content: 'Hello', target_language: 'de' },
    });
    expect(capabilities.stepKind('translate').question(context)?.prompt).toContain('\nLanguage: de\n');
  });

  test('words are counted in languages without spaces too', () => {
    const context = stepContext('translation', 'translation', {
      settings: { content: wordsOf(20), target_language: 'ja' },
    });
    const japanese = '# 題名\n私たちは毎日クラウドの費用を調べて、無駄なものを止めます。';
    expect(capabilities.stepKind('translate').interpret(context, japanese).drafts).toHaveLength(1);
  });

  test('as preparation it leaves notes', () => {
    const context = stepContext('content_repurposing', 'essence', { settings: { content: 'Long text' } });
    expect(capabilities.stepKind('summarize').question(context)?.prompt).toContain('Deliverable: notes');
    expect(capabilities.stepKind('summarize').interpret(context, 'The point.')).toMatchObject({
      output: { type: 'notes', text: 'The point.' },
      drafts: [],
    });
  });
});

describe.each([
  ['research', 'campaign_launch', 'research', 'notes'],
  ['outline', 'video_script', 'scenes', 'outline'],
] as const)('%s', (kind, slug, key, deliverable) => {
  const context = stepContext(slug, key);
  test('leaves notes', () => {
    expect(capabilities.stepKind(kind).question(context)?.prompt).toContain(`Deliverable: ${deliverable}`);
    expect(capabilities.stepKind(kind).interpret(context, ' - A point ')).toMatchObject({
      output: { type: 'notes', text: '- A point' },
    });
    expect(() => capabilities.stepKind(kind).interpret(context, '')).toThrow(UnusableAnswer);
  });
});

describe.each([
  ['analyze', 'seo_analysis', 'findings'],
  ['review', 'campaign_launch', 'review'],
] as const)('%s', (kind, slug, key) => {
  const context = stepContext(slug, key);
  const interpret = (answer: unknown) => capabilities.stepKind(kind).interpret(context, answer);

  test('leaves findings with a whole score from 0 to 100', () => {
    const output = { type: 'findings', summary: 'Good.', score: 83, findings: [finding] };
    expect(interpret({ summary: 'Good.', score: 82.6, findings: [finding] })).toMatchObject({
      output,
      summary: '1 finding, score 83 of 100.',
    });
    expect(interpret({ summary: 'Good.', score: 400, findings: [finding] })).toMatchObject({ output: { score: 100 } });
    expect(interpret({ summary: 'Good.', score: null, findings: [finding, finding] })).toMatchObject({
      output: { score: null },
      summary: '2 findings.',
    });
  });

  test.each([
    { summary: 'Good.', score: 1, findings: [] },
    { summary: ' ', score: 1, findings: [finding] },
    { summary: 'Good.', score: 1, findings: [{ ...finding, aspect: '' }] },
    { summary: 'Good.' },
    'Good.',
  ])('is unusable: %j', (answer) => {
    expect(() => interpret(answer)).toThrow(UnusableAnswer);
  });
});

describe('answer', () => {
  const context = stepContext('platform_knowledge_query', 'answer', { settings: { query: 'How do credits work?' } });
  const interpret = (answer: unknown) => capabilities.stepKind('answer').interpret(context, answer);

  test('leaves an answer and no content', () => {
    expect(interpret({ text: 'They are held.', suggestions: ['', 'a', 'b', 'c', 'd', 'e', 'f'] })).toMatchObject({
      output: { type: 'answer', text: 'They are held.', suggestions: ['a', 'b', 'c', 'd', 'e'] },
      drafts: [],
    });
  });

  test.each([{ text: ' ', suggestions: [] }, { text: 'x' }, null])('is unusable: %j', (answer) => {
    expect(() => interpret(answer)).toThrow(UnusableAnswer);
  });
});

describe('ideate', () => {
  const context = stepContext('search_question_discovery', 'questions', { settings: { topic: 'x', result_count: 2 } });
  const idea = (title: string, detail = 'Why') => ({ title, detail });

  test('leaves as many suggestions as wanted', () => {
    expect(capabilities.stepKind('ideate').question(context)?.prompt).toContain('Deliverable: ideas\nItems: 2');
    const answer = { summary: 'Chosen.', ideas: [idea('A?'), idea(''), idea('B?', ''), idea('C?')] };
    expect(capabilities.stepKind('ideate').interpret(context, answer).output).toEqual({
      type: 'answer',
      text: 'Chosen.',
      suggestions: ['A?: Why', 'B?'],
    });
  });

  test('as preparation it leaves notes', () => {
    const answer = { summary: 'Chosen.', ideas: [idea('A')] };
    expect(capabilities.stepKind('ideate').interpret(stepContext('faq', 'questions'), answer).output).toEqual({
      type: 'notes',
      text: 'Chosen.\n- A: Why',
    });
  });

  test.each([{ summary: 'x', ideas: [] }, { summary: 'x', ideas: [idea(' ')] }, {}])('is unusable: %j', (answer) => {
    expect(() => capabilities.stepKind('ideate').interpret(context, answer)).toThrow(UnusableAnswer);
  });
});

test('earlier work stands at the end of the prompt', () => {
  const earlier = [madeDrafts('blog', [{ title: 'T', content_type: 'blog_post', body: 'Body' }])];
  expect(
    capabilities.stepKind('review').question(stepContext('campaign_launch', 'review', { earlier }))?.prompt,
  ).toMatch(/\nEarlier work:\n### blog \(write\)\n# T\nBody$/);
});
