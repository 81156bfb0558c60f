import { judge, LANGUAGES, PARTS, precisionOf, recallOf, tally, type Verdict } from '../../test/guardrails/corpus.ts';
import type { Measurement, Result } from './measurement.ts';

const PRECISION = '>= 0.97';
const RECALL = '>= 0.9';

/** Precision and recall of the guardrails over sentences in eight languages, by part, language and rule. */
export const guardrails: Measurement = {
  name: 'guardrails',
  async run({ report }) {
    const results: Result[] = [];
    for (const part of PARTS) {
      report(`guardrails: ${part} sentences`);
      const verdicts = await judge(part);
      results.push(...figures(`Guardrails, ${part}`, verdicts));
      for (const language of LANGUAGES) {
        const own = verdicts.filter((verdict) => verdict.language === language);
        results.push(...figures(`Guardrails, ${part}, ${language}`, own));
      }
      for (const rule of rulesOf(verdicts)) {
        results.push(
          ...figures(
            `Guardrails, ${part}, ${rule}`,
            verdicts.filter((verdict) => verdict.rule === rule),
          ),
        );
      }
    }
    return results;
  },
};

function rulesOf(verdicts: readonly Verdict[]): string[] {
  return [...new Set(verdicts.map(({ rule }) => rule))].sort();
}

/** Two lines: the share of the found that is right, and the share of what is to be found that was. */
function figures(name: string, verdicts: readonly Verdict[]): Result[] {
  const counts = tally(verdicts);
  const { right, wrong, missed } = counts;
  return [
    {
      name: `${name}: precision`,
      ours: `${right} right`,
      reference: `${right + wrong} found`,
      ratio: precisionOf(counts),
      aim: PRECISION,
    },
    {
      name: `${name}: recall`,
      ours: `${right} right`,
      reference: `${right + missed} to be found`,
      ratio: recallOf(counts),
      aim: RECALL,
    },
  ];
}
