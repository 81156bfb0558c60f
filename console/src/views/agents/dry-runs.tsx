import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import {
  listDryRunSessionsOptions,
  listDryRunSessionsQueryKey,
  startDryRunSessionOfAgentMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AgentAudit, DryRunSessionSummary } from '../../api/generated/client/types.gen.ts';
import { Moment } from '../../components/moment.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { Section } from '../../components/section.tsx';
import { Empty, ErrorNotice } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { fieldError } from '../../lib/field-error.ts';
import { useMay } from '../../shell/me.ts';
import { Status } from './status.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/agents/$id');

/** What the agent is told of whom it talks with, all of it optional. */
const PERSONA = ['name', 'role', 'goals', 'tone'] as const;

/** Talks with an agent that leave nothing behind, and the way into a new one. */
export function DryRuns({ agent }: { agent: AgentAudit }) {
  const say = useTexts(texts);
  const { page } = route.useSearch();
  const navigate = route.useNavigate();
  const mayTalk = useMay('manage_agents');
  const query = useQuery({
    ...listDryRunSessionsOptions({ query: { agent_id: agent.id, page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {mayTalk && (
        <Section title={say.newDryRun}>
          <Start agentId={agent.id} />
        </Section>
      )}
      <PagedList
        query={query}
        columns={useColumns(agent.id)}
        label={say.dry_runs}
        empty={<Empty title={say.dryRunsEmpty}>{say.dryRunsEmptyText}</Empty>}
        onPage={(number) => void navigate({ search: (before) => ({ ...before, page: number }) })}
      />
    </>
  );
}

function useColumns(agentId: number): Column<DryRunSessionSummary>[] {
  const say = useTexts(texts);
  const format = useFormat();
  return [
    {
      header: say.persona,
      cell: ({ id, attributes: { persona } }) => (
        <Link to="/agents/$id/dry-runs/$token" params={{ id: String(agentId), token: id }}>
          {[persona?.name, persona?.role].filter(Boolean).join(', ') || say.nobody}
        </Link>
      ),
    },
    { header: say.status, cell: ({ attributes }) => <Status of={attributes.status} /> },
    {
      header: say.credits,
      cell: ({ attributes }) => format.number(attributes.credits_used),
      from: 'sm',
      align: 'right',
    },
    { header: say.at, cell: ({ attributes }) => <Moment at={attributes.created_at} />, from: 'sm' },
  ];
}

function Start({ agentId }: { agentId: number }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [persona, setPersona] = useState<Partial<Record<(typeof PERSONA)[number], string>>>({});
  const start = useMutation({
    ...startDryRunSessionOfAgentMutation(),
    onSuccess: async ({ data }) => {
      await navigate({ to: '/agents/$id/dry-runs/$token', params: { id: String(agentId), token: data.id } });
      await queries.invalidateQueries({ queryKey: listDryRunSessionsQueryKey() });
    },
  });
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const given = Object.entries(persona).filter(([, value]) => value !== '');
    const body = given.length > 0 ? { persona: Object.fromEntries(given) } : {};
    start.mutate({ path: { agent: agentId }, body });
  };
  return (
    <form onSubmit={send}>
      <Stack>
        <Text size="sm">{say.personaText}</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {PERSONA.map((part) => (
            <TextInput
              key={part}
              label={say[part]}
              value={persona[part] ?? ''}
              error={fieldError(start.error, `persona.${part}`)}
              onChange={({ currentTarget: { value } }) => setPersona((before) => ({ ...before, [part]: value }))}
            />
          ))}
        </SimpleGrid>
        {start.error && <ErrorNotice error={start.error} />}
        <Group>
          <Button type="submit" loading={start.isPending}>
            {say.startDryRun}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
