import { Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  listAgentEvaluationRunsQueryKey,
  listAgentHistoryOptions,
  runAgentEvaluationMutation,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { ErrorAlert } from '../../../components/states.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { useNames } from '../../../lib/names.ts';
import { useAgentName } from './model.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/agents/evaluations/$evaluation');

/** Revisions of an agent that are offered, the newest. */
const REVISIONS = 50;

/** An agent that is chosen; without a revision the newest. */
interface Chosen {
  agent: number | null;
  revision: number | null;
}
const NOBODY: Chosen = { agent: null, revision: null };

/** Chooses one agent, or two agents or revisions that are compared, and starts a run; then leads there. */
export function RunForm({ evaluation: id }: { evaluation: number }) {
  const t = useTranslations(translations);
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const [first, setFirst] = useState(NOBODY);
  const [second, setSecond] = useState(NOBODY);
  const run = useMutation({
    ...runAgentEvaluationMutation(),
    onSuccess: async ({ data }) => {
      await navigate({
        to: '/agents/evaluations/$evaluation/runs/$run',
        params: { evaluation: String(id), run: String(data.id) },
        search: {},
      });
      await queryClient.invalidateQueries({ queryKey: listAgentEvaluationRunsQueryKey({ path: { id } }) });
    },
  });
  const agents = [first, second].flatMap(({ agent, revision }) =>
    agent === null ? [] : [{ agent_id: agent, ...(revision !== null && { revision }) }],
  );
  const isSame = second.agent !== null && second.agent === first.agent && second.revision === first.revision;
  const total = useTotal(agents.length);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (first.agent !== null && !isSame) run.mutate({ path: { id }, body: { agents } });
      }}
    >
      <Stack>
        <SubjectFields label={t.agent} none={t.choose} chosen={first} onChange={setFirst} isRequired />
        <SubjectFields label={t.otherAgent} none={t.noOther} chosen={second} onChange={setSecond} />
        {isSame && (
          <Text size="sm" role="alert">
            {t.sameTwice}
          </Text>
        )}
        {run.error && <ErrorAlert error={run.error} />}
        <Group>
          <Button type="submit" loading={run.isPending} disabled={first.agent === null || isSame}>
            {total === undefined ? t.start : t.startFor(total)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Credits of a run of so many agents, formatted; undefined while unknown, or before one is chosen. */
function useTotal(agents: number): string | undefined {
  const format = useFormat();
  const capability = useNames()?.capabilities.find(({ slug }) => slug === 'agent_audit');
  return capability && agents > 0 ? format.number(agents * capability.estimated_credits) : undefined;
}

function SubjectFields({
  label,
  none,
  chosen: { agent, revision },
  isRequired = false,
  onChange,
}: {
  label: string;
  /** Label of the option for none. */
  none: string;
  chosen: Chosen;
  isRequired?: boolean;
  onChange: (chosen: Chosen) => void;
}) {
  const agents = useNames()?.agents ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        label={label}
        required={isRequired}
        value={agent ?? ''}
        data={[{ value: '', label: none }, ...agents.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ agent: value === '' ? null : Number(value), revision: null })
        }
      />
      {agent !== null && (
        <RevisionSelect
          agent={agent}
          revision={revision}
          onChange={(chosen) => onChange({ agent, revision: chosen })}
        />
      )}
    </SimpleGrid>
  );
}

function RevisionSelect({
  agent,
  revision,
  onChange,
}: {
  agent: number;
  revision: number | null;
  onChange: (revision: number | null) => void;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const agentName = useAgentName();
  const query = useQuery(listAgentHistoryOptions({ path: { agent }, query: { per_page: REVISIONS } }));
  const revisions = query.data?.data ?? [];
  return (
    <NativeSelect
      label={t.revision}
      aria-label={t.revisionOf(agentName(agent))}
      value={revision ?? ''}
      data={[
        { value: '', label: t.newest },
        ...revisions.map(({ attributes: { revision: number, created_at } }) => ({
          value: String(number),
          label: t.revisionAt(format.number(number), format.dateTime(created_at)),
        })),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
    />
  );
}
