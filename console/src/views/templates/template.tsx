import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  executeWorkflowTemplateMutation,
  getWorkflowTemplateOptions,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { WorkflowTemplate } from '../../api/generated/client/types.gen.ts';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { ErrorNotice, Loaded } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { type Circumstances, CircumstancesFields } from '../capabilities/circumstances.tsx';
import { SettingsForm } from '../capabilities/settings-form.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/templates/$slug');

/** A template: its steps, what it costs, and the form that starts it. */
export function TemplateView() {
  const { slug } = route.useParams();
  const say = useTexts(texts);
  const query = useQuery(getWorkflowTemplateOptions({ path: { slug } }));
  const mayStart = useMay('manage_content');
  return (
    <Page
      title={query.data?.data.attributes.name ?? slug}
      actions={
        mayStart && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/triggers/new" search={{ template: slug }} {...props} />}
          >
            {say.trigger}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ data }) => (
          <Stack maw={720}>
            <Text>{data.attributes.description}</Text>
            <Steps template={data} />
            {mayStart ? <Start key={slug} template={data} /> : <Alert variant="outline">{say.notAllowed}</Alert>}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Steps({ template: { attributes } }: { template: WorkflowTemplate }) {
  const say = useTexts(texts);
  const titles = new Map(attributes.steps.map(({ key, title }) => [key, title]));
  return (
    <Section title={say.steps}>
      <List type="ordered" size="sm">
        {attributes.steps.map(({ key, title, depends_on: before, optional }) => (
          <List.Item key={key}>
            {[
              title,
              before.length > 0 && say.after(before.map((name) => `“${titles.get(name) ?? name}”`).join(', ')),
              optional && say.optional,
            ]
              .filter(Boolean)
              .join(' · ')}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

function Start({ template: { attributes } }: { template: WorkflowTemplate }) {
  const say = useTexts(texts);
  const format = useFormat();
  const navigate = useNavigate();
  const [circumstances, setCircumstances] = useState<Circumstances>({});
  const start = useMutation({
    ...executeWorkflowTemplateMutation(),
    onSuccess: ({ data }) => navigate({ to: '/executions/$id', params: { id: String(data.id) } }),
  });
  return (
    <Section title={say.input}>
      <SettingsForm
        schema={attributes.input_schema}
        defaults={{}}
        root="input"
        error={start.error}
        submit={say.startFor(format.number(attributes.estimated_credits))}
        isSending={start.isPending}
        onSubmit={(input) => start.mutate({ path: { slug: attributes.slug }, body: { ...circumstances, input } })}
      >
        <CircumstancesFields
          fields={attributes.input_schema['properties'] ?? {}}
          writes
          value={circumstances}
          onChange={setCircumstances}
        />
      </SettingsForm>
      {start.error && <ErrorNotice error={start.error} />}
    </Section>
  );
}
