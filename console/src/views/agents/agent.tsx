import { Stack, Tabs } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getAgentAuditOptions, getAgentMetricsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AgentAudit } from '../../api/generated/client/types.gen.ts';
import { Page } from '../../components/page.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { Challenges } from './challenges.tsx';
import { Configuration } from './configuration.tsx';
import { DryRuns } from './dry-runs.tsx';
import { MetricsTab } from './metrics-tab.tsx';
import { TABS } from './model.ts';
import { Status } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/agents/$id');

/** An agent: metrics, configuration, challenges and dry runs. */
export default function AgentView() {
  const { id } = route.useParams();
  const t = useTranslations(translations);
  const { from, to } = route.useSearch();
  const query = useQuery(getAgentAuditOptions({ path: { agent: Number(id) } }));
  // The figures are what is seen first.
  usePrefetchQuery(getAgentMetricsOptions({ path: { agent: Number(id) }, query: { from, to } }));
  const agent = query.data?.data;
  return (
    <Page
      title={agent?.attributes.name ?? t.singular(`#${id}`)}
      actions={agent && <Status status={agent.attributes.health} />}
    >
      <QueryContent query={query}>{({ data }) => <AgentTabs agent={data} />}</QueryContent>
    </Page>
  );
}

function AgentTabs({ agent }: { agent: AgentAudit }) {
  const t = useTranslations(translations);
  const { tab = 'figures' } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (name: string | null) =>
    void navigate({
      search: ({ from, to }) => ({ from, to, tab: TABS.find((tab) => tab === name) }),
      replace: true,
    });
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Tabs.List mb="md">
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <TabPanel name="figures">
        <MetricsTab agent={agent} />
      </TabPanel>
      <TabPanel name="configuration">
        <Configuration agent={agent} />
      </TabPanel>
      <TabPanel name="challenges">
        <Challenges agent={agent} />
      </TabPanel>
      <TabPanel name="dry_runs">
        <DryRuns agent={agent} />
      </TabPanel>
    </Tabs>
  );
}

function TabPanel({ name, children }: { name: (typeof TABS)[number]; children: ReactNode }) {
  return (
    <Tabs.Panel value={name}>
      <Stack>{children}</Stack>
    </Tabs.Panel>
  );
}
