import { Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getAgentAuditOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AgentAudit } from '../../api/generated/client/types.gen.ts';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Challenges } from './challenges.tsx';
import { Configuration } from './configuration.tsx';
import { DryRuns } from './dry-runs.tsx';
import { Figures } from './figures.tsx';
import { Status } from './status.tsx';
import { texts } from './texts.ts';
import { TABS } from './words.ts';

const route = getRouteApi('/agents/$id');

/** An agent: what it did, how it is configured, how it holds against bad prompts, and a talk with it. */
export function AgentView() {
  const { id } = route.useParams();
  const say = useTexts(texts);
  const query = useQuery(getAgentAuditOptions({ path: { agent: Number(id) } }));
  const agent = query.data?.data;
  return (
    <Page
      title={agent?.attributes.name ?? say.one(`#${id}`)}
      actions={agent && <Status of={agent.attributes.health} />}
    >
      <Loaded query={query}>{({ data }) => <Parts agent={data} />}</Loaded>
    </Page>
  );
}

function Parts({ agent }: { agent: AgentAudit }) {
  const say = useTexts(texts);
  const { tab = 'figures' } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (name: string | null) =>
    void navigate({
      search: ({ from, to }) => ({ from, to, tab: TABS.find((known) => known === name) }),
      replace: true,
    });
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Tabs.List mb="md">
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {say[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Part name="figures">
        <Figures agent={agent} />
      </Part>
      <Part name="configuration">
        <Configuration agent={agent} />
      </Part>
      <Part name="challenges">
        <Challenges agent={agent} />
      </Part>
      <Part name="dry_runs">
        <DryRuns agent={agent} />
      </Part>
    </Tabs>
  );
}

function Part({ name, children }: { name: (typeof TABS)[number]; children: ReactNode }) {
  return (
    <Tabs.Panel value={name}>
      <Stack>{children}</Stack>
    </Tabs.Panel>
  );
}
