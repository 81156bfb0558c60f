import { describe, expect, test } from '@jest/globals';
import { capabilityNamed } from '../../test/environment/capabilities.ts';
import { capabilities } from '../features.ts';
import { checkPlan, defaultPlan, MAX_STEPS, planQuestion, pricePlan, progressOf } from './plan.ts';
import { STEP_KINDS, type StepTemplate } from './types.ts';

const campaign = capabilityNamed('campaign_launch');
const settings = { topic: 'Cloud costs', email_count: 2 };

/** The default plan as an AI would answer it, changed by the test. */
function answered(change: (plan: { summary: string; steps: StepTemplate[] }) => void = () => undefined): unknown {
  const plan = structuredClone(defaultPlan(campaign, settings));
  change(plan);
  return { summary: plan.summary, steps: plan.steps.map(({ deliverable: _own, ...step }) => step) };
}

function step(plan: { steps: StepTemplate[] }, key: string): StepTemplate {
  const found = plan.steps.find((candidate) => candidate.key === key);
  if (!found) throw new Error(key);
  return found;
}

const added = (key: string, kind: StepTemplate['kind'], depends_on: string[] = []): StepTemplate => ({
  key,
  title: 'Added',
  kind,
  depends_on,
  deliverable: null,
});

describe('checkPlan', () => {
  test('takes the default plan, with deliverables in the size that the settings ask for', () => {
    const check = checkPlan(campaign, settings, answered());
    expect(check.ok && step(check.plan, 'emails').deliverable).toEqual({
      type: 'content',
      content_type: 'email_draft',
      min_words: 70,
      max_words: 220,
      count: 2,
    });
  });

  test('gives added steps keys of its own and keeps what depends on them', () => {
    const check = checkPlan(
      campaign,
      settings,
      answered((plan) => {
        plan.steps.unshift(added('secret_customer', 'research'), added('other', 'outline', ['secret_customer']));
        step(plan, 'blog').depends_on = ['other', 'research'];
      }),
    );
    if (!check.ok) throw new Error(check.problems.join());
    expect(check.plan.steps.map(({ key }) => key).slice(0, 3)).toEqual(['research_2', 'outline', 'research']);
    expect(step(check.plan, 'outline').depends_on).toEqual(['research_2']);
    expect(step(check.plan, 'blog').depends_on).toEqual(['outline', 'research']);
    expect(step(check.plan, 'outline').deliverable).toBeNull();
  });

  test('lets preparation go, and keeps deliverables behind those they need', () => {
    const check = checkPlan(
      campaign,
      settings,
      answered((plan) => {
        plan.steps = plan.steps.filter(({ key }) => key !== 'research');
        for (const each of plan.steps) each.depends_on = [];
      }),
    );
    if (!check.ok) throw new Error(check.problems.join());
    expect(step(check.plan, 'blog').depends_on).toEqual([]);
    expect(step(check.plan, 'dates').depends_on).toEqual(['blog', 'emails', 'social']);
  });

  test.each<[string, RegExp, (plan: { summary: string; steps: StepTemplate[] }) => void]>([
    ['a circle', /circle/, (plan) => step(plan, 'research').depends_on.push('review')],
    ['a step that needs itself', /circle/, (plan) => step(plan, 'blog').depends_on.push('blog')],
    [
      'a circle with what a schedule needs',
      /circle/,
      (plan) => {
        step(plan, 'dates').depends_on = [];
        step(plan, 'blog').depends_on = ['dates'];
      },
    ],
    [
      'a missing deliverable',
      /"emails" is missing/,
      (plan) => {
        plan.steps = plan.steps.filter(({ key }) => key !== 'emails');
      },
    ],
    [
      'a deliverable of another kind',
      /"blog" must be of kind write/,
      (plan) => {
        step(plan, 'blog').kind = 'outline';
      },
    ],
    ['a repeated key', /repeats the key/, (plan) => plan.steps.push(structuredClone(step(plan, 'blog')))],
    ['a key of the wrong form', /wrong form/, (plan) => plan.steps.push(added('No Key', 'outline'))],
    ['an added kind that is not allowed', /may not be added/, (plan) => plan.steps.push(added('more', 'write'))],
    ['an unknown dependency', /not in the plan/, (plan) => step(plan, 'blog').depends_on.push('nowhere')],
    [
      'too many steps',
      /at most 12/,
      (plan) => {
        for (let n = 0; n < MAX_STEPS; n += 1) plan.steps.push(added(`more_${n}`, 'outline'));
      },
    ],
    [
      'no steps',
      /no steps/,
      (plan) => {
        plan.steps = [];
      },
    ],
    [
      'a long title',
      /more than 120/,
      (plan) => {
        step(plan, 'blog').title = 'x'.repeat(121);
      },
    ],
    [
      'a blank title',
      /no title/,
      (plan) => {
        step(plan, 'blog').title = ' ';
      },
    ],
    [
      'a blank summary',
      /summary is empty/,
      (plan) => {
        plan.summary = ' ';
      },
    ],
    [
      'a long summary',
      /summary is longer/,
      (plan) => {
        plan.summary = 'x'.repeat(501);
      },
    ],
    [
      'NUL',
      /NUL/,
      (plan) => {
        step(plan, 'blog').title = 'a\0';
      },
    ],
  ])('refuses %s', (_name, problem, change) => {
    const check = checkPlan(campaign, settings, answered(change));
    expect(!check.ok && check.problems.join('\n')).toMatch(problem);
  });

  test.each([null, 'text', {}, { summary: 'x', steps: [{ key: 'a', title: 'b', kind: 'dance', depends_on: [] }] }])(
    'refuses %j',
    (answer) => {
      expect(checkPlan(campaign, settings, answer)).toMatchObject({ ok: false });
    },
  );
});

describe('planQuestion', () => {
  const question = planQuestion(campaign, settings, { brand_voice: { donts: ['synergy'] } });
  const lines = question.prompt.split('\n');

  test('asks for a plan and shows the default one as JSON on one line', () => {
    expect(lines.slice(0, 2)).toEqual(['Task: Plan the work for: Campaign launch', 'Deliverable: plan']);
    expect(lines).toContain('Allowed step kinds: research, outline, ideate');
    expect(lines).toContain(
      'Required steps: blog (write), emails (write), social (write), dates (schedule), review (review)',
    );
    const shown = JSON.parse(lines[lines.indexOf('Default plan:') + 1] ?? '');
    expect(checkPlan(campaign, settings, shown).ok).toBe(true);
    expect(question.answer?.schema.safeParse(shown).success).toBe(true);
  });

  test('names inputs and phrases to avoid', () => {
    expect(lines).toEqual(expect.arrayContaining(['Inputs:', '- topic: Cloud costs', 'Avoid:', '- synergy']));
  });
});

describe('pricePlan', () => {
  const weighed = (...kinds: StepTemplate['kind'][]) => kinds.map((kind, index) => added(`s${index}`, kind));

  test('gives heavier kinds more, and whole credits that sum up exactly', () => {
    for (let price = 0; price <= 60; price += 1) {
      for (let length = 1; length <= MAX_STEPS; length += 1) {
        const kinds = Array.from(
          { length },
          (_, index) => STEP_KINDS[(index * 7 + price) % STEP_KINDS.length] ?? 'write',
        );
        const credits = pricePlan(price, weighed(...kinds)).map((each) => each.estimated_credits);
        expect(credits.reduce((sum, share) => sum + share, 0)).toBe(price);
        expect(credits.every((share) => Number.isInteger(share) && share >= 0)).toBe(true);
      }
    }
  });

  test('gives an odd credit to the largest remainder, then to the earlier step', () => {
    const price = (credits: number, ...kinds: StepTemplate['kind'][]) =>
      pricePlan(credits, weighed(...kinds)).map((each) => each.estimated_credits);
    expect(price(10, 'write', 'write', 'write')).toEqual([4, 3, 3]);
    expect(price(1, 'outline', 'write')).toEqual([0, 1]);
  });

  test('keeps the steps as they are', () => {
    for (const capability of capabilities.all) {
      expect(pricePlan(capability.estimated_credits, capability.default_plan)).toMatchObject(
        capability.default_plan.map((each) => ({ ...each })),
      );
    }
  });
});

test.each([
  [[], 0],
  [['a'], 33],
  [['a', 'b', 'b', 'elsewhere'], 66],
  [['a', 'b', 'c'], 100],
])('progressOf with %j finished is %d', (finished, percent) => {
  expect(progressOf([{ key: 'a' }, { key: 'b' }, { key: 'c' }], finished)).toBe(percent);
});
