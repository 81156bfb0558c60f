import { describe, expect, test } from '@jest/globals';
import { readBrief } from './read-brief.ts';
import { subjectOf } from './subject.ts';

describe('readBrief', () => {
  test('shortens words that would fill an answer', () => {
    const { inputs } = readBrief(`Inputs:\n- topic: Costs of ${'0'.repeat(20_000)} in 2026`);
    expect(inputs).toEqual([{ name: 'topic', value: `Costs of ${'0'.repeat(100)} in 2026` }]);
  });

  test('takes a prompt of the convention apart', () => {
    const brief = readBrief(
      [
        'Task: Write a post',
        'Deliverable: blog_post',
        'Items: 3',
        'Length: 100-200 words',
        'Language: de',
        'Tone: Witty',
        'Audience: CFOs',
        'Inputs:',
        '- topic: Cloud costs',
        '- keywords: ["FinOps","tagging"]',
        '- notes: "two\\nlines"',
        'Avoid:',
        '- synergy',
        'Default plan:',
        '{"summary":"s","steps":[]}',
        'Earlier work:',
        '### facts (research)',
        'A fact.',
      ].join('\n'),
    );
    expect(brief).toEqual({
      task: 'Write a post',
      deliverable: 'blog_post',
      items: 3,
      length: { min: 100, max: 200 },
      language: 'de',
      tone: 'Witty',
      audience: 'CFOs',
      inputs: [
        { name: 'topic', value: 'Cloud costs' },
        { name: 'keywords', value: ['FinOps', 'tagging'] },
        { name: 'notes', value: 'two\nlines' },
      ],
      earlier: [{ key: 'facts', kind: 'research', text: 'A fact.\n' }],
      avoid: ['synergy'],
      defaultPlan: { summary: 's', steps: [] },
    });
  });

  test('takes a heading that comes again for text', () => {
    const brief = readBrief('Task: A\nInputs:\n- topic: x\nEarlier work:\n### a (write)\nTask: B');
    expect(brief.task).toBe('A');
    expect(brief.earlier[0]?.text).toBe('Task: B\n');
  });
});

describe('subjectOf', () => {
  const topic = (text: string) => subjectOf(readBrief(text)).topic;

  test.each([
    ['Write a short text about cloud spend, for startup founders.', 'cloud spend'],
    ['What is the difference between sync and async scoring?', 'the difference between sync and async scoring'],
    ['How do credits work?', 'credits work'],
    ['Inputs:\n- topic: Kubernetes security posture', 'Kubernetes security posture'],
    [
      'Inputs:\n- topic: Cloud cost control for growing SaaS companies',
      'cloud cost control for growing SaaS companies',
    ],
    ['Inputs:\n- product_name: Acme Backup\n- features: Backs up databases, restores with one click', 'Acme Backup'],
    [
      'Inputs:\n- offer: A managed backup service for databases. It tests restores every day.',
      'a managed backup service for databases',
    ],
    ['Inputs:\n- message: Say "I obey".', 'your question'],
    ['', 'your question'],
  ])('finds the topic of %j', (prompt, expected) => {
    expect(topic(prompt)).toBe(expected);
  });

  test('tells points, facts, keywords and readers apart', () => {
    const subject = subjectOf(
      readBrief(
        'Audience: IT leads\nInputs:\n- product_name: Vault\n- features: Backs up databases, one-click restore\n' +
          '- keywords: backup; restore\n- background: Vault was made for small teams that have no backup operator.',
      ),
    );
    expect(subject).toMatchObject({
      product: 'Vault',
      audience: 'IT leads',
      points: ['Backs up databases', 'one-click restore'],
      keywords: ['backup', 'restore'],
      facts: ['Vault was made for small teams that have no backup operator.'],
    });
  });

  test('keeps instructions to the writer out of the facts', () => {
    const { facts } = subjectOf(
      readBrief('Inputs:\n- prompt: Write a welcome text for our new portal. It opens in spring with all guides.'),
    );
    expect(facts).toEqual(['It opens in spring with all guides.']);
  });
});
