import { Stack, Title } from '@mantine/core';
import type { AgentEvaluationRun } from '../../../api/generated/client/types.gen.ts';
import { DescriptionItem, DescriptionList } from '../../../components/description-list.tsx';
import { DataTable } from '../../../components/paged-table.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { useAgentName } from './model.ts';
import { translations } from './translations.ts';

/** What became of the prompts, by what is counted. */
const FAILURES = ['lacks', 'says', 'stopped', 'withheld'] as const;

/** What each agent passed, and where two of them are compared, what only one of them did. */
export function RunReport({ run: { attributes } }: { run: AgentEvaluationRun }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const agentName = useAgentName();
  const rows = attributes.agents.map(({ agent_id, revision, result }, id) => ({
    id,
    name: t.atRevision(agentName(agent_id), format.number(revision)),
    result,
  }));
  const { comparison } = attributes;
  if (rows.every(({ result }) => result === null)) return null;
  const [first, second] = rows.map(({ name }) => name);
  const places = (prompts: readonly number[]) =>
    prompts.length === 0 ? t.none : t.numbers(prompts.map(format.number).join(', '));
  return (
    <Stack gap="sm">
      <DataTable
        label={t.agents}
        rows={rows}
        columns={[
          { header: t.agent, cell: ({ name }) => name },
          {
            header: t.passed,
            cell: ({ result }) =>
              result ? t.passedOf(format.number(result.passed), format.number(result.passed + result.failed)) : '–',
            align: 'right',
          },
          ...FAILURES.map((verdict) => ({
            header: t[`verdict_${verdict}`],
            cell: ({ result }: (typeof rows)[number]) => (result ? format.number(result.verdicts[verdict]) : '–'),
            align: 'right' as const,
            from: 'md' as const,
          })),
        ]}
      />
      {comparison && (
        <>
          <Title order={3} size="h6">
            {t.comparison}
          </Title>
          <DescriptionList>
            <DescriptionItem name={t.both}>{format.number(comparison.both_passed)}</DescriptionItem>
            <DescriptionItem name={t.neither}>{format.number(comparison.neither_passed)}</DescriptionItem>
            <DescriptionItem name={t.only(first ?? '')}>{places(comparison.only_first)}</DescriptionItem>
            <DescriptionItem name={t.only(second ?? '')}>{places(comparison.only_second)}</DescriptionItem>
          </DescriptionList>
        </>
      )}
    </Stack>
  );
}
