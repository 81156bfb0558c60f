import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import {
  listDryRunSessionsOptions,
  listDryRunSessionsQueryKey,
  startDryRunSessionOfAgentMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AgentAudit } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { DraftNote } from '../../components/draft-note.tsx';
import { Section } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { fieldError } from '../../lib/form-props.ts';
import { usePermission } from '../../shell/me.ts';
import { Status } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/agents/$id');

/** Optional fields that describe whom the agent talks to. */
const PERSONA = ['name', 'role', 'goals', 'tone'] as const;

/** Dry runs of an agent, and a form that starts one. */
export function DryRuns({ agent }: { agent: AgentAudit }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { page } = route.useSearch();
  const canSend = usePermission('manage_agents');
  return (
    <>
      {canSend && (
        <Section title={t.newDryRun}>
          <StartDryRun agentId={agent.id} />
        </Section>
      )}
      <PagedTable
        text={{ title: t.dry_runs, empty: t.dryRunsEmpty, emptyText: t.dryRunsEmptyText }}
        query={listDryRunSessionsOptions({ query: { agent_id: agent.id, page } })}
        columns={[
          {
            header: t.persona,
            cell: ({ attributes: { persona } }) =>
              [persona?.name, persona?.role].filter(Boolean).join(', ') || t.anyone,
            link: ({ id }) => ({
              to: '/agents/$id/dry-runs/$token',
              params: { id: String(agent.id), token: id },
            }),
          },
          { header: t.status, cell: ({ attributes }) => <Status status={attributes.status} /> },
          {
            header: t.credits,
            cell: ({ attributes }) => format.number(attributes.credits_used),
            from: 'sm',
            align: 'right',
          },
          { header: t.at, cell: ({ attributes }) => <DateTime at={attributes.created_at} relative />, from: 'sm' },
        ]}
      />
    </>
  );
}

function StartDryRun({ agentId }: { agentId: number }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const draft = useFormDraft<Partial<Record<(typeof PERSONA)[number], string>>>(`agents/${agentId}/persona`, {});
  const { values: persona, change: setPersona } = draft;
  const start = useMutation({
    ...startDryRunSessionOfAgentMutation(),
    onSuccess: async ({ data }) => {
      draft.clear();
      await navigate({ to: '/agents/$id/dry-runs/$token', params: { id: String(agentId), token: data.id } });
      await queryClient.invalidateQueries({ queryKey: listDryRunSessionsQueryKey() });
    },
  });
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const entries = Object.entries(persona).filter(([, value]) => value !== '');
    const body = entries.length > 0 ? { persona: Object.fromEntries(entries) } : {};
    start.mutate({ path: { agent: agentId }, body });
  };
  return (
    <form onSubmit={send}>
      <Stack>
        <Text size="sm">{t.personaText}</Text>
        <DraftNote draft={draft} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {PERSONA.map((part) => (
            <TextInput
              key={part}
              label={t[part]}
              value={persona[part] ?? ''}
              error={fieldError(start.error, `persona.${part}`)}
              onChange={({ currentTarget: { value } }) => setPersona((previous) => ({ ...previous, [part]: value }))}
            />
          ))}
        </SimpleGrid>
        {start.error && <ErrorAlert error={start.error} />}
        <Group>
          <Button type="submit" loading={start.isPending}>
            {t.startDryRun}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
