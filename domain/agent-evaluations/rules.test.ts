import { expect, test } from '@jest/globals';
import { type Answered, type AnswerVerdict, isPass, judgeAnswer, reportOf } from './rules.ts';

const prompt = (must_say: string[], must_not_say: string[] = []) => ({ message: 'x', must_say, must_not_say });
const judge = (text: string, of: ReturnType<typeof prompt>, isStopped = false) => judgeAnswer(of, { text, isStopped });

test('an answer must have each phrase that it must say, as whole words in any letter case', () => {
  const both = prompt(['thirty days', 'receipt']);
  expect(judge('Within *Thirty*\n days, with the RECEIPT.', both)).toEqual({ verdict: 'passed', phrase: null });
  expect(judge('Within thirty days.', both)).toEqual({ verdict: 'lacks', phrase: 'receipt' });
  expect(judge('Within thirty days, with receipts.', both)).toEqual({ verdict: 'lacks', phrase: 'receipt' });
});

test('what it must not say comes before what it lacks, and a guardrail before both', () => {
  const of = prompt(['receipt'], ['guaranteed']);
  expect(judge('A guaranteed refund.', of)).toEqual({ verdict: 'says', phrase: 'guaranteed' });
  expect(judge('A guaranteed refund.', of, true)).toEqual({ verdict: 'stopped', phrase: null });
});

test('what was kept back passes only where nothing had to be said', () => {
  const passes = (verdict: AnswerVerdict, must_say: string[]) => isPass(verdict, { must_say });
  const verdicts: AnswerVerdict[] = ['passed', 'lacks', 'says', 'stopped', 'withheld'];
  expect(verdicts.filter((verdict) => passes(verdict, []))).toEqual(['passed', 'stopped', 'withheld']);
  expect(verdicts.filter((verdict) => passes(verdict, ['x']))).toEqual(['passed']);
});

test('a report counts by agent, and names the prompts that only one of two passed', () => {
  const answer = (position: number, subject: number, verdict: AnswerVerdict): Answered => ({
    position,
    subject,
    verdict,
    prompt: prompt(['x']),
  });
  const answers = [
    [answer(1, 1, 'passed'), answer(1, 2, 'passed')],
    [answer(2, 1, 'passed'), answer(2, 2, 'lacks')],
    [answer(3, 1, 'withheld'), answer(3, 2, 'passed')],
    [answer(4, 1, 'says'), answer(4, 2, 'stopped')],
  ].flat();
  expect(reportOf(answers, 2)).toEqual({
    subjects: [
      { passed: 2, failed: 2, verdicts: { passed: 2, lacks: 0, says: 1, stopped: 0, withheld: 1 } },
      { passed: 2, failed: 2, verdicts: { passed: 2, lacks: 1, says: 0, stopped: 1, withheld: 0 } },
    ],
    comparison: { both: 1, neither: 1, only_first: [2], only_second: [3] },
  });
  expect(
    reportOf(
      answers.filter(({ subject }) => subject === 1),
      1,
    ),
  ).toMatchObject({ comparison: null });
});
