import { Alert, Badge, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  executeCapabilityMutation,
  getCapabilityOptions,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { CapabilityDetail } from '../../api/generated/client/types.gen.ts';
import { Page } from '../../components/page.tsx';
import { ErrorNotice, Loaded } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { inWords } from '../../lib/words.ts';
import { useMay } from '../../shell/me.ts';
import { type Circumstances, CircumstancesFields } from './circumstances.tsx';
import { Cost } from './cost.tsx';
import { SettingsForm } from './settings-form.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/capabilities/$slug');

/** What a capability does and costs, and the form of its settings. */
export function CapabilityView() {
  const { slug } = route.useParams();
  const query = useQuery(getCapabilityOptions({ path: { slug } }));
  return (
    <Page title={query.data?.data.attributes.name ?? inWords(slug)} lead={query.data?.data.attributes.description}>
      <Loaded query={query}>{({ data }) => <Start capability={data} />}</Loaded>
    </Page>
  );
}

function Start({ capability: { attributes } }: { capability: CapabilityDetail }) {
  const say = useTexts(texts);
  const format = useFormat();
  const navigate = useNavigate();
  const mayStart = useMay('manage_content');
  const [circumstances, setCircumstances] = useState<Circumstances>({});
  const start = useMutation({
    ...executeCapabilityMutation(),
    onSuccess: ({ data }) => navigate({ to: '/executions/$id', params: { id: String(data.id) } }),
  });
  const price = format.number(attributes.estimated_credits);
  return (
    <Stack>
      <Group gap="sm">
        {attributes.is_beta && <Badge variant="default">{say.beta}</Badge>}
        <Text size="sm" c="dimmed">
          {attributes.category_label} · <Cost capability={attributes} />
        </Text>
      </Group>
      {mayStart ? (
        <Card withBorder component="section" aria-label={say.settings} maw={720}>
          <SettingsForm
            schema={attributes.settings_schema}
            defaults={attributes.default_settings}
            error={start.error}
            submit={attributes.requires_credits ? say.startFor(price) : say.start}
            isSending={start.isPending}
            onSubmit={(settings) =>
              start.mutate({ path: { slug: attributes.slug }, body: { ...circumstances, settings } })
            }
          >
            <CircumstancesFields
              fields={attributes.settings_schema['properties'] ?? {}}
              writes={attributes.category === 'generation'}
              value={circumstances}
              onChange={setCircumstances}
            />
          </SettingsForm>
          {start.error && <ErrorNotice error={start.error} />}
        </Card>
      ) : (
        <Alert variant="outline">{say.notAllowed}</Alert>
      )}
    </Stack>
  );
}
