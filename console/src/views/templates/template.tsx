import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  executeWorkflowTemplateMutation,
  getWorkflowTemplateOptions,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { WorkflowTemplate } from '../../api/generated/client/types.gen.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import { Page, Section } from '../../components/page.tsx';
import { ErrorAlert, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { useTemplateName } from '../../lib/names.ts';
import { usePermission } from '../../shell/me.ts';
import { type ExecutionOptions, ExecutionOptionsFields } from '../capabilities/execution-options.tsx';
import { toFields } from '../capabilities/form-schema.ts';
import type { Settings } from '../capabilities/settings-fields.tsx';
import { SettingsForm } from '../capabilities/settings-form.tsx';
import { useVoiceLanguage } from '../capabilities/voice-language.ts';
import { OwnActions } from './own/actions.tsx';
import { translations as ownTexts } from './own/translations.ts';
import { useWords } from './own/words.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/templates/$slug');

/** A template with its steps and the form that starts it. */
export default function TemplateView() {
  const { slug } = route.useParams();
  const t = useTranslations(translations);
  const nameOf = useTemplateName();
  const query = useQuery(getWorkflowTemplateOptions({ path: { slug } }));
  const canStart = usePermission('manage_content');
  return (
    <Page
      isForm
      title={query.data?.data.attributes.name ?? nameOf(slug)}
      actions={
        <>
          {canStart && (
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/triggers/new" search={{ template: slug }} {...props} />}
            >
              {t.trigger}
            </Button>
          )}
          {query.data?.data.attributes.source === 'own' && <OwnActions slug={slug} />}
        </>
      }
    >
      <QueryContent query={query}>
        {({ data }) => (
          <Stack maw={720}>
            <Text>{data.attributes.description}</Text>
            <Steps template={data} />
            {canStart ? <StartForm key={slug} template={data} /> : <Alert variant="outline">{t.notAllowed}</Alert>}
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

function Steps({ template: { attributes } }: { template: WorkflowTemplate }) {
  const t = useTranslations(translations);
  const own = useTranslations(ownTexts);
  const titles = new Map(attributes.steps.map(({ key, title }) => [key, title]));
  const words = useWords((key) => titles.get(key) ?? key);
  const labels = new Map(toFields(attributes.input_schema).map(({ name, label }) => [name, label]));
  return (
    <Section title={t.steps}>
      <List type="ordered" size="sm">
        {attributes.steps.map(({ key, title, depends_on: dependencies, optional, when }) => (
          <List.Item key={key}>
            {[
              title,
              dependencies.length > 0 && t.after(dependencies.map((name) => titles.get(name) ?? name)),
              when.length > 0 &&
                own.onlyWhen(
                  words.conditions(when.map((one) => ({ ...one, field: labels.get(one.field) ?? one.field }))),
                ),
              optional && t.optional,
            ]
              .filter(Boolean)
              .join(' · ')}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

function StartForm({ template: { attributes } }: { template: WorkflowTemplate }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const navigate = useNavigate();
  const draft = useFormDraft<Settings>(`template/${attributes.slug}`, {});
  const [options, setOptions] = useState<ExecutionOptions>({});
  const start = useMutation({
    ...executeWorkflowTemplateMutation(),
    onSuccess: ({ data }) => {
      draft.clear();
      return navigate({ to: '/executions/$id', params: { id: String(data.id) } });
    },
  });
  const language = useVoiceLanguage(options, draft.values);
  return (
    <Section title={t.input}>
      <DraftNote draft={draft} />
      <SettingsForm
        schema={attributes.input_schema}
        defaults={{}}
        suggested={'language' in Object(attributes.input_schema['properties']) ? language : {}}
        draft={draft}
        root="input"
        error={start.error}
        submit={t.startFor(format.number(attributes.estimated_credits))}
        isSending={start.isPending}
        onSubmit={(input) => start.mutate({ path: { slug: attributes.slug }, body: { ...options, input } })}
      >
        <ExecutionOptionsFields
          fields={attributes.input_schema['properties'] ?? {}}
          isText
          value={options}
          onChange={setOptions}
        />
      </SettingsForm>
      {start.error && <ErrorAlert error={start.error} />}
    </Section>
  );
}
