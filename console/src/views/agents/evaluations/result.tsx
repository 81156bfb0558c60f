import { Text } from '@mantine/core';
import type { AgentEvaluationResult } from '../../../api/generated/client/types.gen.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { Phrases } from './prompts.tsx';
import { translations } from './translations.ts';

/** What became of a prompt with an agent, as a badge, and the phrase that decided it. */
export function VerdictBadge({ result: { attributes } }: { result: AgentEvaluationResult }) {
  const t = useTranslations(translations);
  const { verdict, passed, phrase } = attributes;
  if (verdict === null) return <StatusBadge color="gray">{t.waiting}</StatusBadge>;
  return (
    <>
      <StatusBadge color={passed ? 'green' : 'red'}>{t[`verdict_${verdict}`]}</StatusBadge>
      {phrase !== null && !passed && (
        <Text size="sm" dir="auto">
          {t.phrase(phrase)}
        </Text>
      )}
    </>
  );
}

/** A prompt, what an answer to it must say or must not, and what was answered. */
export function ResultDetails({ result: { attributes } }: { result: AgentEvaluationResult }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { position, prompt, answer, rules } = attributes;
  return (
    <>
      <Text size="sm" fw={600} dir="auto">
        {format.number(position)}. {prompt.message}
      </Text>
      <Phrases prompt={prompt} />
      {rules.length > 0 && <Text size="sm">{t.rules(rules.join(', '))}</Text>}
      {answer !== null && (
        <details>
          <summary>{t.answer}</summary>
          <Text size="sm" className="pre-wrap" dir="auto">
            {answer}
          </Text>
        </details>
      )}
    </>
  );
}
