import { NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  createWorkflowTriggerMutation,
  getCapabilityOptions,
  getWorkflowTemplateOptions,
  listCapabilitiesOptions,
  listGroupedWorkflowTemplatesOptions,
  listWorkflowTriggersQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { ForbiddenPage, Page, Section } from '../../components/page.tsx';
import { ErrorAlert, QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { EVENTS, type EventName } from '../../lib/platform-events.ts';
import { usePermission } from '../../shell/me.ts';
import { SettingsForm } from '../capabilities/settings-form.tsx';
import { localTimeZone, SCHEDULE_PRESETS } from './model.ts';
import { translations } from './translations.ts';
import { type Condition, EventFields, filterOf, ScheduleFields } from './when-fields.tsx';

const route = getRouteApi('/triggers/new');

/** The form of a new trigger. */
export default function NewTrigger() {
  const t = useTranslations(translations);
  const { template, capability } = route.useSearch();
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const canEdit = usePermission('manage_content');
  const [name, setName] = useState('');
  const [type, setType] = useState<'schedule' | 'event'>('schedule');
  const [schedule, setSchedule] = useState({ cron: SCHEDULE_PRESETS.daily as string, timezone: localTimeZone() });
  const [event, setEvent] = useState<EventName>(EVENTS[0]);
  const [conditions, setConditions] = useState<Condition[]>([]);
  const create = useMutation({
    ...createWorkflowTriggerMutation(),
    onSuccess: async ({ data }) => {
      notifications.show({ message: t.createdMessage });
      await navigate({ to: '/triggers/$id', params: { id: String(data.id) }, search: {} });
      await queryClient.invalidateQueries({ queryKey: listWorkflowTriggersQueryKey() });
    },
  });
  const submit = (input: Record<string, unknown>) =>
    create.mutate({
      body: {
        name,
        target: template === undefined ? { capability_slug: capability } : { template_slug: template },
        type,
        ...(type === 'schedule' ? { schedule } : { event: { name: event, filter: filterOf(conditions) } }),
        input,
      },
    });
  if (!canEdit) return <ForbiddenPage title={t.addNew} reason={t.notAllowed} />;
  return (
    <Page title={t.addNew}>
      <Stack maw={720}>
        <TextInput
          label={t.name}
          withAsterisk
          aria-required
          value={name}
          error={fieldError(create.error, 'name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Section title={t.when}>
          <SegmentedControl
            fullWidth
            mb="sm"
            aria-label={t.when}
            value={type}
            data={[
              { value: 'schedule', label: t.onSchedule },
              { value: 'event', label: t.onEvent },
            ]}
            onChange={(value) => setType(value as typeof type)}
          />
          {type === 'schedule' ? (
            <ScheduleFields
              schedule={schedule}
              error={create.error}
              onChange={(changes) => setSchedule((previous) => ({ ...previous, ...changes }))}
            />
          ) : (
            <EventFields
              name={event}
              conditions={conditions}
              error={create.error}
              onName={setEvent}
              onConditions={setConditions}
            />
          )}
        </Section>
        <TargetSelect
          template={template}
          capability={capability}
          onChoose={(search) => void navigate({ search, replace: true })}
        />
        {(template ?? capability) !== undefined && (
          <Section title={t.input}>
            <InputForm
              key={`${template} ${capability}`}
              template={template}
              capability={capability}
              error={create.error}
              isSending={create.isPending}
              onSubmit={submit}
            />
          </Section>
        )}
        {create.error && <ErrorAlert error={create.error} />}
      </Stack>
    </Page>
  );
}

interface TriggerTarget {
  template?: string;
  capability?: string;
}

function TargetSelect({
  template,
  capability,
  onChoose,
}: TriggerTarget & { onChoose: (choice: TriggerTarget) => void }) {
  const t = useTranslations(translations);
  const templates = useQuery(listGroupedWorkflowTemplatesOptions());
  const capabilities = useQuery(listCapabilitiesOptions({ query: { include_beta: true } }));
  return (
    <QueryContent query={templates}>
      {({ data: groups }) => (
        <NativeSelect
          label={t.target}
          description={(template ?? capability) === undefined ? t.targetHint : undefined}
          withAsterisk
          aria-required
          value={(template && `template ${template}`) ?? (capability && `capability ${capability}`) ?? ''}
          onChange={({ currentTarget }) => {
            const [kind, slug] = currentTarget.value.split(' ');
            onChoose(kind ? { [kind]: slug } : {});
          }}
        >
          <option value="">{t.choose}</option>
          <optgroup label={t.template}>
            {groups
              .flatMap((group) => group.templates)
              .map(({ attributes: { slug, name } }) => (
                <option key={slug} value={`template ${slug}`}>
                  {name}
                </option>
              ))}
          </optgroup>
          <optgroup label={t.capability}>
            {(capabilities.data?.data ?? []).map(({ attributes: { slug, name } }) => (
              <option key={slug} value={`capability ${slug}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </NativeSelect>
      )}
    </QueryContent>
  );
}

/** The input form of the target. Its submit button creates the trigger. */
function InputForm({
  template,
  capability = '',
  ...form
}: TriggerTarget & { error: unknown; isSending: boolean; onSubmit: (input: Record<string, unknown>) => void }) {
  const t = useTranslations(translations);
  const templateQuery = useQuery({
    ...getWorkflowTemplateOptions({ path: { slug: template ?? '' } }),
    enabled: template !== undefined,
  });
  const capabilityQuery = useQuery({
    ...getCapabilityOptions({ path: { slug: capability } }),
    enabled: template === undefined,
  });
  if (template !== undefined) {
    return (
      <QueryContent query={templateQuery}>
        {({ data }) => (
          <SettingsForm schema={data.attributes.input_schema} defaults={{}} root="input" submit={t.create} {...form} />
        )}
      </QueryContent>
    );
  }
  return (
    <QueryContent query={capabilityQuery}>
      {({ data: { attributes } }) => (
        <SettingsForm
          schema={attributes.settings_schema}
          defaults={attributes.default_settings}
          root="input"
          submit={t.create}
          {...form}
        />
      )}
    </QueryContent>
  );
}
