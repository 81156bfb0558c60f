import { Stack, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { EvaluationRun } from '../../../api/generated/client/types.gen.ts';
import { DescriptionItem, DescriptionList } from '../../../components/description-list.tsx';
import { DataTable } from '../../../components/paged-table.tsx';
import { type Format, useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/knowledge/$id/evaluations/$evaluation/runs/$run');

type Result = NonNullable<EvaluationRun['attributes']['result']>;
type Comparison = NonNullable<EvaluationRun['attributes']['comparison']>;

/** The figures of a completed run, each with its difference to the run before. */
export function RunFigures({ run: { attributes }, result }: { run: EvaluationRun; result: Result }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { comparison, total } = attributes;
  const { right, wrong, missed } = result.refusals;
  const share = (value: number | null) => (value === null ? '–' : format.percent(value));
  return (
    <DescriptionList>
      <DescriptionItem name={t.passed} isMain>
        {t.passedOf(format.number(result.passed), format.number(total))}
        <Since change={comparison?.passed_delta} write={format.number} />
      </DescriptionItem>
      <DescriptionItem name={t.recallFive} isMain>
        {share(result.recall_at_5)}
        <Since change={comparison?.recall_delta} write={format.percent} />
      </DescriptionItem>
      <DescriptionItem name={t.precision} isMain>
        {share(result.precision)}
        <Since change={comparison?.precision_delta} write={format.percent} />
      </DescriptionItem>
      <DescriptionItem name={t.mrr}>
        {result.mrr === null ? '–' : format.number(result.mrr)}
        <Since change={comparison?.mrr_delta} write={format.number} />
      </DescriptionItem>
      <DescriptionItem name={t.recallFirst}>{share(result.recall_at_1)}</DescriptionItem>
      <DescriptionItem name={t.recallTen}>{share(result.recall_at_10)}</DescriptionItem>
      <DescriptionItem name={t.refusalsRight}>{format.number(right)}</DescriptionItem>
      <DescriptionItem name={t.refusalsWrong}>{format.number(wrong)}</DescriptionItem>
      <DescriptionItem name={t.refusalsMissed}>{format.number(missed)}</DescriptionItem>
    </DescriptionList>
  );
}

function Since({ change, write }: { change: number | null | undefined; write: Format['number'] }) {
  const t = useTranslations(translations);
  if (typeof change !== 'number') return null;
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return (
    <Text component="span" display="block" size="xs" c="dimmed" fw={400}>
      {t.since(`${sign}${write(Math.abs(change))}`)}
    </Text>
  );
}

/** The questions that ended otherwise than in the run before. */
export function RunComparison({ run }: { run: EvaluationRun }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { id, evaluation } = route.useParams();
  const { comparison } = run.attributes;
  if (!comparison) return <Text size="sm">{t.noComparison}</Text>;
  const { changed, changed_total: total, questions } = comparison;
  const rows = changed.map((each) => ({ id: each.position, ...each }));
  return (
    <Stack gap="xs">
      <Title order={3} size="h6">
        {t.comparison}
      </Title>
      <Text size="sm">
        {t.comparedWith(format.number(questions))}{' '}
        <Link
          to="/knowledge/$id/evaluations/$evaluation/runs/$run"
          params={{ id, evaluation, run: String(comparison.run_id) }}
        >
          {t.runBefore}
        </Link>
      </Text>
      {rows.length === 0 ? (
        <Text size="sm">{t.nothingChanged}</Text>
      ) : (
        <>
          {total > rows.length && (
            <Text size="sm">{t.changedOf(format.number(rows.length), format.number(total))}</Text>
          )}
          <DataTable
            label={t.comparison}
            rows={rows}
            columns={[
              { header: t.question, cell: ({ question }) => question },
              { header: t.before, cell: ({ was }) => <Ended outcome={was} /> },
              { header: t.now, cell: ({ is }) => <Ended outcome={is} /> },
            ]}
          />
        </>
      )}
    </Stack>
  );
}

function Ended({ outcome: { passed, hit_position: place } }: { outcome: Comparison['changed'][number]['is'] }) {
  const t = useTranslations(translations);
  const format = useFormat();
  if (!passed) return t.notPassed;
  return place === null ? t.rightlyNothing : t.foundAt(format.number(place));
}
