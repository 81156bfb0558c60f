import { Alert, Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  cancelKnowledgeEvaluationRunMutation,
  getKnowledgeEvaluationRunOptions,
  getKnowledgeEvaluationRunQueryKey,
  listKnowledgeEvaluationResultsOptions,
  listKnowledgeEvaluationResultsQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type { EvaluationRun } from '../../../api/generated/client/types.gen.ts';
import { isRunning } from '../../../components/evaluations/model.ts';
import { ResultsSection } from '../../../components/evaluations/results-section.tsx';
import { RunSummary } from '../../../components/evaluations/run-summary.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent, showError } from '../../../components/states.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { BACK_LINK } from '../../../lib/back-link.ts';
import { pollEvery } from '../../../lib/poll.ts';
import { useFresh } from '../../../lib/use-fresh.ts';
import { usePermission } from '../../../shell/me.ts';
import { REFRESH_MS } from './model.ts';
import { Outcome, ResultDetails } from './result.tsx';
import { RunComparison, RunFigures } from './run-figures.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/knowledge/$id/evaluations/$evaluation/runs/$run');

/** A run of an evaluation: its figures, beside those of the run before, and what became of each question. */
export default function RunView() {
  const t = useTranslations(translations);
  const format = useFormat();
  const params = route.useParams();
  const canEdit = usePermission('manage_content');
  const query = useQuery({
    ...getKnowledgeEvaluationRunOptions({ path: usePath() }),
    refetchInterval: pollEvery(REFRESH_MS, ({ data }: { data: EvaluationRun }) => isRunning(data)),
  });
  const run = query.data?.data;
  // Beside the run, not after it.
  useQuery(useResults());
  const state = run && `${run.id} ${run.attributes.answered} ${run.attributes.status}`;
  useFresh(listKnowledgeEvaluationResultsQueryKey({ path: usePath() }), state);
  return (
    <Page
      title={run ? t.runOf(format.dateTime(run.attributes.created_at)) : t.oneRun}
      actions={
        <>
          <Link
            {...BACK_LINK}
            to="/knowledge/$id/evaluations/$evaluation"
            params={{ id: params.id, evaluation: params.evaluation }}
          >
            {t.toEvaluation}
          </Link>
          {canEdit && run && isRunning(run) && <CancelButton />}
        </>
      }
    >
      <QueryContent query={query}>
        {({ data }) => (
          <Stack>
            <Summary run={data} />
            <Results />
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

function usePath() {
  const { id, evaluation, run } = route.useParams();
  return { id: Number(id), evaluation: Number(evaluation), run: Number(run) };
}

/** The page of questions that the address names. */
function useResults() {
  const { failed, ...page } = route.useSearch();
  return listKnowledgeEvaluationResultsOptions({
    path: usePath(),
    query: { ...page, ...(failed && { passed: false }) },
  });
}

function CancelButton() {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const path = usePath();
  const cancel = useMutation({
    ...cancelKnowledgeEvaluationRunMutation(),
    onSuccess: () => notifications.show({ message: t.cancelledMessage }),
    // It may have ended meanwhile.
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: getKnowledgeEvaluationRunQueryKey({ path }) }),
  });
  return (
    <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ path })}>
      {t.cancel}
    </Button>
  );
}

function Summary({ run }: { run: EvaluationRun }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { status, reason, total, answered, without_meaning: withoutMeaning, result } = run.attributes;
  return (
    <RunSummary status={status} answered={answered} total={total} progressText={t.progress} reason={reason}>
      {withoutMeaning > 0 && (
        <Alert color="orange" variant="outline">
          {t.withoutMeaning(format.number(withoutMeaning))}
        </Alert>
      )}
      {result && <RunFigures run={run} result={result} />}
      {result && <RunComparison run={run} />}
    </RunSummary>
  );
}

function Results() {
  const t = useTranslations(translations);
  return (
    <ResultsSection
      text={{ title: t.results, empty: t.resultsEmpty }}
      query={useResults()}
      columns={[
        { header: t.question, cell: (each) => <ResultDetails result={each} /> },
        { header: t.outcome, cell: (each) => <Outcome result={each} /> },
      ]}
    />
  );
}
