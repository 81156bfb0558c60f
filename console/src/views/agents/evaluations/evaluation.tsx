import { Button, Group, Stack } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteAgentEvaluationMutation,
  getAgentEvaluationOptions,
  listAgentEvaluationRunsOptions,
  listAgentEvaluationsQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AgentEvaluation } from '../../../api/generated/client/types.gen.ts';
import { DeleteButton } from '../../../components/confirm-button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { RunsSection } from '../../../components/evaluations/runs-section.tsx';
import { Page, Section } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/states.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { BACK_LINK } from '../../../lib/back-link.ts';
import { usePermission } from '../../../shell/me.ts';
import { REFRESH_MS, useAgentName } from './model.ts';
import { PromptList } from './prompts.tsx';
import { RunForm } from './run-form.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/agents/evaluations/$evaluation');

/** An evaluation of agents: its runs with their results, and its prompts. */
export default function EvaluationView() {
  const t = useTranslations(translations);
  const { evaluation } = route.useParams();
  const path = { id: Number(evaluation) };
  const query = useQuery(getAgentEvaluationOptions({ path }));
  usePrefetchQuery(listAgentEvaluationRunsOptions({ path, query: route.useSearch() }));
  return (
    <Page
      title={query.data?.data.attributes.name ?? t.title}
      actions={
        <>
          <Link {...BACK_LINK} to="/agents/evaluations">
            {t.title}
          </Link>
          {query.data && <Actions evaluation={query.data.data} />}
        </>
      }
    >
      <QueryContent query={query}>
        {({ data }) => (
          <Stack>
            <Runs id={data.id} />
            <Section title={t.prompts}>
              <PromptList prompts={data.attributes.prompts} />
            </Section>
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

function Actions({ evaluation: { id } }: { evaluation: AgentEvaluation }) {
  const t = useTranslations(translations);
  const params = route.useParams();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  if (!usePermission('manage_agents')) return null;
  return (
    <Group gap="xs">
      <Button onClick={() => setIsDialogOpen(true)}>{t.run}</Button>
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/agents/evaluations/$evaluation/edit" params={params} {...props} />}
      >
        {t.edit}
      </Button>
      <DeleteButton
        label={t.remove}
        question={t.removeQuestion}
        confirmLabel={t.removeConfirm}
        message={t.removedMessage}
        mutation={deleteAgentEvaluationMutation()}
        variables={{ path: { id } }}
        listKey={listAgentEvaluationsQueryKey()}
        to="/agents/evaluations"
      />
      <Dialog title={t.runTitle} opened={isDialogOpen} onClose={() => setIsDialogOpen(false)}>
        <RunForm evaluation={id} />
      </Dialog>
    </Group>
  );
}

function Runs({ id }: { id: number }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const params = route.useParams();
  const agentName = useAgentName();
  return (
    <RunsSection
      query={listAgentEvaluationRunsOptions({ path: { id }, query: route.useSearch() })}
      refreshMs={REFRESH_MS}
      emptyText={t.runsEmptyText}
      linkOf={(run) => ({
        to: '/agents/evaluations/$evaluation/runs/$run',
        params: { ...params, run: String(run.id) },
      })}
      columns={[
        {
          header: t.agents,
          cell: ({ attributes: { agents } }) =>
            agents.map(({ agent_id, revision }) => (
              <div key={`${agent_id} ${revision}`}>{t.atRevision(agentName(agent_id), format.number(revision))}</div>
            )),
          from: 'sm',
        },
        {
          header: t.passed,
          cell: ({ attributes: { agents } }) =>
            agents.map(({ agent_id, revision, result }) => (
              <div key={`${agent_id} ${revision}`}>
                {result ? t.passedOf(format.number(result.passed), format.number(result.passed + result.failed)) : '–'}
              </div>
            )),
          align: 'right',
        },
      ]}
    />
  );
}
