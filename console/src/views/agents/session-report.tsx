import { List, Text } from '@mantine/core';
import type { DryRunSummary } from '../../api/generated/client/types.gen.ts';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { Section } from '../../components/section.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** Report of a dry run after its end. */
export function SessionReport({ summary }: { summary: DryRunSummary }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { score, criteria, guardrails } = summary;
  return (
    <Section title={t.sessionReport}>
      <DescriptionList>
        <DescriptionItem name={t.scoreName}>{score === null ? t.none : t.score(format.number(score))}</DescriptionItem>
        <DescriptionItem name={t.replies}>
          {t.passedOf(format.number(summary.replies), format.number(summary.messages))}
        </DescriptionItem>
        <DescriptionItem name={t.credits}>{format.number(summary.credits_used)}</DescriptionItem>
        {summary.average_reply_ms !== null && (
          <DescriptionItem name={t.replyTime}>{format.duration(summary.average_reply_ms)}</DescriptionItem>
        )}
        {criteria.map(({ name, points, weight }) => (
          <DescriptionItem key={name} name={t[name]}>
            {t.passedOf(format.number(points), format.number(weight))}
          </DescriptionItem>
        ))}
      </DescriptionList>
      {guardrails.length === 0 ? (
        <Text size="sm">{t.guardrailsEmpty}</Text>
      ) : (
        <List size="sm">
          {guardrails.map(({ rule, action, hits }) => (
            <List.Item key={`${rule} ${action}`}>
              {rule} {t[action]}: {format.number(hits)}
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}
