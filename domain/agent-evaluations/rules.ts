import { findPhrase } from '../guardrails/phrases.ts';

/** Longest phrase that an answer must have or must not have, characters. */
export const MAX_PHRASE = 200;

/** A message to an agent, and what its answer is held to. */
export interface PromptOfEvaluation {
  message: string;
  /** Phrases that the answer must have, all of them. */
  must_say: string[];
  /** Phrases of which the answer must have none. */
  must_not_say: string[];
}

/**
 * What became of a prompt. `passed`: the answer is as it must be; `lacks`: it has not all phrases; `says`: it has one that it must not
 * have; `stopped`: a guardrail would have kept it back; `withheld`: there was no answer to show.
 */
export const VERDICTS = ['passed', 'lacks', 'says', 'stopped', 'withheld'] as const;
export type AnswerVerdict = (typeof VERDICTS)[number];

/** A verdict with the phrase that decided it. */
export interface Judged {
  verdict: AnswerVerdict;
  phrase: string | null;
}

/** Judges an answer that there is; `isStopped`: a guardrail hit it. The same answer always gets the same verdict. */
export function judgeAnswer(
  { must_say, must_not_say }: PromptOfEvaluation,
  { text, isStopped }: { text: string; isStopped: boolean },
): Judged {
  if (isStopped) return { verdict: 'stopped', phrase: null };
  const said = findPhrase(text, must_not_say);
  if (said !== undefined) return { verdict: 'says', phrase: said };
  const lacking = must_say.find((phrase) => findPhrase(text, [phrase]) === undefined);
  return lacking === undefined ? { verdict: 'passed', phrase: null } : { verdict: 'lacks', phrase: lacking };
}

/** Whether a verdict is a pass: an answer that was kept back says nothing that it must not, and lacks what it must say. */
export function isPass(verdict: AnswerVerdict, { must_say }: Pick<PromptOfEvaluation, 'must_say'>): boolean {
  return verdict === 'passed' || ((verdict === 'stopped' || verdict === 'withheld') && must_say.length === 0);
}

/** An answer of a run. */
export interface Answered {
  position: number;
  /** Place of the subject in the run, from 1. */
  subject: number;
  verdict: AnswerVerdict;
  prompt: PromptOfEvaluation;
}

/** What a run found out of a subject, numbers of prompts. */
interface SubjectResult {
  passed: number;
  failed: number;
  verdicts: Record<AnswerVerdict, number>;
}

/** Result of a run. */
export interface EvaluationReport {
  /** In the order of the subjects. */
  subjects: SubjectResult[];
  /** null: the run has one subject. */
  comparison: {
    /** Prompts that both subjects passed. */
    both: number;
    neither: number;
    /** Places of the prompts that only the first one passed, in their order. */
    only_first: number[];
    only_second: number[];
  } | null;
}

/** The report of all answers of a run with so many subjects. */
export function reportOf(answers: readonly Answered[], subjects: number): EvaluationReport {
  const passes = (answer: Answered) => isPass(answer.verdict, answer.prompt);
  const results = Array.from({ length: subjects }, (_, index): SubjectResult => {
    const own = answers.filter(({ subject }) => subject === index + 1);
    const passed = own.filter(passes).length;
    const count = (verdict: AnswerVerdict) => own.filter((answer) => answer.verdict === verdict).length;
    return {
      passed,
      failed: own.length - passed,
      verdicts: {
        passed: count('passed'),
        lacks: count('lacks'),
        says: count('says'),
        stopped: count('stopped'),
        withheld: count('withheld'),
      },
    };
  });
  return { subjects: results, comparison: subjects === 2 ? compare(answers, passes) : null };
}

function compare(answers: readonly Answered[], passes: (answer: Answered) => boolean): EvaluationReport['comparison'] {
  const passedBy = (subject: number) =>
    new Set(answers.filter((answer) => answer.subject === subject && passes(answer)).map(({ position }) => position));
  const [first, second] = [passedBy(1), passedBy(2)];
  const positions = [...new Set(answers.map(({ position }) => position))].sort((one, other) => one - other);
  return {
    both: positions.filter((position) => first.has(position) && second.has(position)).length,
    neither: positions.filter((position) => !first.has(position) && !second.has(position)).length,
    only_first: positions.filter((position) => first.has(position) && !second.has(position)),
    only_second: positions.filter((position) => !first.has(position) && second.has(position)),
  };
}

/** Reference of a run's credits in the ledger. */
export function runCredits(rowKey: string): string {
  return `agent_evaluation:${rowKey}`;
}
