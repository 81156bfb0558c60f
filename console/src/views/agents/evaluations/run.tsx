import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  getAgentEvaluationRunOptions,
  listAgentEvaluationResultsOptions,
  listAgentEvaluationResultsQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AgentEvaluationRun } from '../../../api/generated/client/types.gen.ts';
import { isRunning } from '../../../components/evaluations/model.ts';
import { ResultsSection } from '../../../components/evaluations/results-section.tsx';
import { RunSummary } from '../../../components/evaluations/run-summary.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/states.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { BACK_LINK } from '../../../lib/back-link.ts';
import { pollEvery } from '../../../lib/poll.ts';
import { useFresh } from '../../../lib/use-fresh.ts';
import { REFRESH_MS, type Subject, useAgentName } from './model.ts';
import { ResultDetails, VerdictBadge } from './result.tsx';
import { RunReport } from './run-report.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/agents/evaluations/$evaluation/runs/$run');

/** A run of an evaluation: what each agent passed, what only one of two passed, and each answer. */
export default function RunView() {
  const t = useTranslations(translations);
  const format = useFormat();
  const params = route.useParams();
  const query = useQuery({
    ...getAgentEvaluationRunOptions({ path: usePath() }),
    refetchInterval: pollEvery(REFRESH_MS, ({ data }: { data: AgentEvaluationRun }) => isRunning(data)),
  });
  const run = query.data?.data;
  // Beside the run, not after it.
  useQuery(useResults());
  const state = run && `${run.id} ${run.attributes.progress.answered} ${run.attributes.status}`;
  useFresh(listAgentEvaluationResultsQueryKey({ path: usePath() }), state);
  return (
    <Page
      title={run ? t.runOf(format.dateTime(run.attributes.created_at)) : t.oneRun}
      actions={
        <Link {...BACK_LINK} to="/agents/evaluations/$evaluation" params={{ evaluation: params.evaluation }}>
          {t.toEvaluation}
        </Link>
      }
    >
      <QueryContent query={query}>
        {({ data }) => (
          <Stack>
            <Summary run={data} />
            <Results agents={data.attributes.agents} />
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

function usePath() {
  const { evaluation, run } = route.useParams();
  return { id: Number(evaluation), run: Number(run) };
}

/** The page of answers that the address names. */
function useResults() {
  const { failed, ...page } = route.useSearch();
  return listAgentEvaluationResultsOptions({
    path: usePath(),
    query: { ...page, ...(failed && { passed: false }) },
  });
}

function Summary({ run }: { run: AgentEvaluationRun }) {
  const t = useTranslations(translations);
  const { status, error_message: reason, progress } = run.attributes;
  return (
    <RunSummary
      status={status}
      answered={progress.answered}
      total={progress.total}
      progressText={t.progress}
      reason={reason}
    >
      <RunReport run={run} />
    </RunSummary>
  );
}

function Results({ agents }: { agents: readonly Subject[] }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const agentName = useAgentName();
  const nameOf = (place: number) => {
    const subject = agents[place - 1];
    return subject ? t.atRevision(agentName(subject.agent_id), format.number(subject.revision)) : '';
  };
  return (
    <ResultsSection
      text={{ title: t.results, empty: t.resultsEmpty }}
      query={useResults()}
      columns={[
        { header: t.prompt, cell: (each) => <ResultDetails result={each} /> },
        {
          header: t.outcome,
          cell: (each) => (
            <>
              <VerdictBadge result={each} />
              {agents.length > 1 && <Text size="sm">{nameOf(each.attributes.agent)}</Text>}
            </>
          ),
        },
      ]}
    />
  );
}
