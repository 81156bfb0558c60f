import { Alert, Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import {
  executeCapabilityMutation,
  getCapabilityOptions,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { CapabilityDetail } from '../../api/generated/client/types.gen.ts';
import { Deferred } from '../../components/deferred.tsx';
import { DraftNote } from '../../components/draft-note.tsx';
import { lazyDialog } from '../../components/lazy-part.tsx';
import { Page } from '../../components/page.tsx';
import { ErrorAlert, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { usePermission } from '../../shell/me.ts';
import { hasExample } from './examples/index.ts';
import { Cost, type ExecutionOptions, ExecutionOptionsFields } from './execution-options.tsx';
import type { Settings } from './settings-fields.tsx';
import { SettingsForm } from './settings-form.tsx';
import { translations } from './translations.ts';
import { useVoiceLanguage } from './voice-language.ts';

const ExampleDialog = lazyDialog(() => import('./example-dialog.tsx'));

const route = getRouteApi('/capabilities/$slug');

/** A capability with its cost and the form that starts it. */
export default function CapabilityView() {
  const { slug } = route.useParams();
  const nameOf = useCapabilityName();
  const query = useQuery(getCapabilityOptions({ path: { slug } }));
  return (
    <Page
      isForm
      title={query.data?.data.attributes.name ?? nameOf(slug)}
      lead={query.data?.data.attributes.description}
    >
      <QueryContent query={query}>{({ data }) => <StartForm capability={data} />}</QueryContent>
    </Page>
  );
}

function StartForm({ capability }: { capability: CapabilityDetail }) {
  const { attributes } = capability;
  const t = useTranslations(translations);
  const format = useFormat();
  const navigate = useNavigate();
  const canStart = usePermission('manage_content');
  const draft = useFormDraft<Settings>(`capability/${attributes.slug}`, {});
  const [showsExample, setShowsExample] = useState(false);
  const [options, setOptions] = useState<ExecutionOptions>({});
  const start = useMutation({
    ...executeCapabilityMutation(),
    onSuccess: ({ data }) => {
      draft.clear();
      return navigate({ to: '/executions/$id', params: { id: String(data.id) } });
    },
  });
  const language = useVoiceLanguage(options, draft.values);
  const price = format.number(attributes.estimated_credits);
  return (
    <Stack>
      <Group gap="sm">
        {attributes.is_beta && <Badge variant="default">{t.beta}</Badge>}
        <Text size="sm" c="dimmed">
          {attributes.category_label} · <Cost capability={attributes} />
        </Text>
        {hasExample(attributes.slug) && (
          <Button variant="subtle" size="compact-sm" aria-haspopup="dialog" onClick={() => setShowsExample(true)}>
            {t.example}
          </Button>
        )}
      </Group>
      {canStart ? (
        <Card withBorder component="section" aria-label={t.settings} maw={720}>
          <DraftNote draft={draft} />
          <Deferred>
            <SettingsForm
              schema={attributes.settings_schema}
              defaults={attributes.default_settings}
              suggested={'language' in attributes.default_settings ? language : {}}
              draft={draft}
              error={start.error}
              submit={attributes.requires_credits ? t.startFor(price) : t.start}
              isSending={start.isPending}
              onSubmit={(settings) => start.mutate({ path: { slug: attributes.slug }, body: { ...options, settings } })}
            >
              <ExecutionOptionsFields
                fields={attributes.settings_schema['properties'] ?? {}}
                isText={attributes.category === 'generation'}
                value={options}
                onChange={setOptions}
              />
            </SettingsForm>
          </Deferred>
          {start.error && <ErrorAlert error={start.error} />}
        </Card>
      ) : (
        <Alert variant="outline">{t.notAllowed}</Alert>
      )}
      {showsExample && (
        <Suspense fallback={null}>
          <ExampleDialog
            capability={capability}
            draft={canStart ? draft : undefined}
            onClose={() => setShowsExample(false)}
          />
        </Suspense>
      )}
    </Stack>
  );
}
