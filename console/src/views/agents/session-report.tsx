import { List, Text } from '@mantine/core';
import type { DryRunSummary } from '../../api/generated/client/types.gen.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Section } from '../../components/section.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

/** How a session went, once it is over. */
export function SessionReport({ summary }: { summary: DryRunSummary }) {
  const say = useTexts(texts);
  const format = useFormat();
  const { score, criteria, guardrails } = summary;
  return (
    <Section title={say.howItWent}>
      <Facts>
        <Fact name={say.scoreName}>{score === null ? say.none : say.score(format.number(score))}</Fact>
        <Fact name={say.replies}>{say.passedOf(format.number(summary.replies), format.number(summary.messages))}</Fact>
        <Fact name={say.credits}>{format.number(summary.credits_used)}</Fact>
        {summary.average_reply_ms !== null && (
          <Fact name={say.replyTime}>{format.duration(summary.average_reply_ms)}</Fact>
        )}
        {criteria.map(({ name, points, weight }) => (
          <Fact key={name} name={say[name]}>
            {say.passedOf(format.number(points), format.number(weight))}
          </Fact>
        ))}
      </Facts>
      {guardrails.length === 0 ? (
        <Text size="sm">{say.guardrailsEmpty}</Text>
      ) : (
        <List size="sm">
          {guardrails.map(({ rule, action, hits }) => (
            <List.Item key={`${rule} ${action}`}>
              {rule} {say[action]}: {format.number(hits)}
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}
