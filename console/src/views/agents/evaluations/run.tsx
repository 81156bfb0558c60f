import { Group, Progress, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  getAgentEvaluationRunOptions,
  listAgentEvaluationResultsOptions,
  listAgentEvaluationResultsQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AgentEvaluationRun } from '../../../api/generated/client/types.gen.ts';
import { Page, Section } from '../../../components/page.tsx';
import { PagedTable } from '../../../components/paged-table.tsx';
import { QueryContent } from '../../../components/states.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { pollEvery } from '../../../lib/poll.ts';
import { useFresh } from '../../../lib/use-fresh.ts';
import { Status } from '../status.tsx';
import { isRunning, type Subject, useAgentName } from './model.ts';
import { ResultDetails, VerdictBadge } from './result.tsx';
import { RunReport } from './run-report.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/agents/evaluations/$evaluation/runs/$run');
/** How often a run is read while it goes on, milliseconds. */
const REFRESH_MS = 2_000;

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
        <Link to="/agents/evaluations/$evaluation" params={{ evaluation: params.evaluation }}>
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
  const format = useFormat();
  const { status, error_message: reason, progress } = run.attributes;
  const words = t.progress(format.number(progress.answered), format.number(progress.total));
  return (
    <Section title={t.result}>
      <Stack gap="sm">
        <Group gap="sm" aria-live="polite">
          <Status status={status} />
          {status !== 'completed' && <Text size="sm">{words}</Text>}
        </Group>
        {status === 'running' && (
          <Progress value={(progress.answered / Math.max(progress.total, 1)) * 100} aria-label={words} />
        )}
        {reason !== null && <Text size="sm">{reason}</Text>}
        <RunReport run={run} />
      </Stack>
    </Section>
  );
}

function Results({ agents }: { agents: readonly Subject[] }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const agentName = useAgentName();
  const { failed = false } = route.useSearch();
  const navigate = route.useNavigate();
  const nameOf = (place: number) => {
    const subject = agents[place - 1];
    return subject ? t.atRevision(agentName(subject.agent_id), format.number(subject.revision)) : '';
  };
  return (
    <Section
      title={t.results}
      actions={
        <Switch
          label={t.onlyFailed}
          checked={failed}
          onChange={({ currentTarget: { checked } }) =>
            void navigate({
              search: ({ per_page }) => ({ per_page, ...(checked && { failed: true as const }) }),
              replace: true,
            })
          }
        />
      }
    >
      <PagedTable
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
    </Section>
  );
}
