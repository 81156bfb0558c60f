import { describe, expect, test } from '@jest/globals';
import { CASE_STUDY } from '../../test/environment/case-study-body.ts';
import { inventedFigures } from '../capabilities/step-kinds/answers.ts';
import { UnusableAnswer } from '../capabilities/types.ts';
import { CLOUD_SERVICES } from './data/cloud-services.ts';
import { generationQuestion, officialServiceName, readGeneration, reviewTip } from './generation-question.ts';

const ANSWER = {
  case_study_title: 'Fabrikam Retail reads its figures at opening time',
  short_description: 'Reports in 40 minutes.',
  problem_statement_enhanced: 'Nightly reports took **9 hours**.',
  proposed_solution_enhanced: 'The warehouse was moved.',
  outcomes_enhanced: 'Reports take 40 minutes instead of 9 hours.',
  tco_analysis_enhanced: '[cost before the project]',
  lessons_learned_enhanced: 'Reports first.',
  architecture_diagram_suggestions: ['Show the warehouse.'],
  cloud_services_recommendations: [{ service: 'Amazon S3', rationale: 'It keeps what is read seldom.' }],
  validation_tips: ['Ask for a quotation.'],
};

const answered = (more: object) => readGeneration({ ...ANSWER, ...more }, CASE_STUDY, {});
const { problemsOf } = generationQuestion(CASE_STUDY, {});

describe('an answer', () => {
  test('is read as it is where nothing is wrong with it', () => {
    const { cloud_services_recommendations: _services, case_study_title, short_description, ...rest } = ANSWER;
    expect(answered({})).toEqual({
      case_study_title,
      short_description,
      generated_content: {
        ...rest,
        cloud_services_recommendations: ['Amazon Simple Storage Service (Amazon S3): It keeps what is read seldom.'],
      },
    });
    expect(problemsOf?.(ANSWER)).toEqual([]);
  });

  test('has the services marked that there are not', () => {
    const cloud_services_recommendations = [{ service: 'Amazon Teleport', rationale: 'It is quick.' }];
    const { generated_content: content } = answered({ cloud_services_recommendations });
    expect(content.cloud_services_recommendations).toEqual([
      'Amazon Teleport [Review: no official name of a cloud service]: It is quick.',
    ]);
    expect(content.validation_tips).toEqual([
      'Ask for a quotation.',
      'Review: "Amazon Teleport" is no official name of a cloud service.',
    ]);
  });

  test('has the figures marked that nobody gave', () => {
    const { generated_content: content } = answered({
      outcomes_enhanced: 'Costs fell by 47 %, reports take 40 minutes.',
    });
    expect(content.validation_tips).toContain('Review: outcomes_enhanced has figures that the inputs do not have: 47.');
  });

  test('that is too long is asked for again, then cut at a word', () => {
    const long = { case_study_title: 'word '.repeat(30), short_description: 'word '.repeat(80) };
    expect(problemsOf?.({ ...ANSWER, ...long })).toHaveLength(2);
    const read = answered(long);
    expect(read.case_study_title).toMatch(/word…$/);
    expect(read.case_study_title.length).toBeLessThanOrEqual(80);
    expect(read.short_description.length).toBeLessThanOrEqual(300);
  });

  test.each([
    ['without a title', { case_study_title: ' ' }],
    ['without a text', { outcomes_enhanced: '' }],
    ['without a key', { lessons_learned_enhanced: undefined }],
    ['of another form', { validation_tips: 'Ask.' }],
  ])('%s is of no use', (_what, wrong) => {
    expect(() => answered(wrong)).toThrow(UnusableAnswer);
  });
});

describe('figures', () => {
  test.each([
    ['Costs fell by 30 %.', '30 percent', []],
    ['1,200 users', '1200 users', []],
    ['1 200.50 dollars', '1200.5', []],
    ['on 5 January', '2025-01-05', []],
    ['from 9 to 2 hours', '9 hours', ['2']],
    ['twice 47 and 47', '', ['47']],
    ['none', '', []],
  ])('of %j that %j does not have', (text, given, invented) => {
    expect(inventedFigures(text, given)).toEqual(invented);
  });
});

describe('cloud services', () => {
  test('are named once each, and known by all their names', () => {
    expect(new Set(CLOUD_SERVICES).size).toBe(CLOUD_SERVICES.length);
    for (const name of CLOUD_SERVICES) expect(officialServiceName(name)).toBe(name);
  });

  test.each([
    ['amazon s3', 'Amazon Simple Storage Service (Amazon S3)'],
    ['Amazon Simple Storage Service', 'Amazon Simple Storage Service (Amazon S3)'],
    ['S3', 'Amazon Simple Storage Service (Amazon S3)'],
    ['AWS Lambda', 'AWS Lambda'],
    ['Lambda', 'AWS Lambda'],
    ['Amazon Teleport', undefined],
    ['', undefined],
  ])('%j is %j', (name, official) => {
    expect(officialServiceName(name)).toBe(official);
  });
});

test('a tip is cut between two characters', () => {
  expect(reviewTip(`${'x'.repeat(491)}😀`)).toBe(`Review: ${'x'.repeat(491)}`);
});
