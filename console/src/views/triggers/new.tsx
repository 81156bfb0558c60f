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
import { ClosedPage, Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { ErrorNotice, Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { fieldError } from '../../lib/field-error.ts';
import { EVENTS, type EventName } from '../../lib/platform-events.ts';
import { useMay } from '../../shell/me.ts';
import { SettingsForm } from '../capabilities/settings-form.tsx';
import { type Condition, filterOf } from './conditions.ts';
import { texts } from './texts.ts';
import { EventFields, ScheduleFields } from './when.tsx';
import { ownTimeZone, SCHEDULES } from './words.ts';

const route = getRouteApi('/triggers/new');

/** The form of a new trigger: what it starts, when, and with what. */
export function NewTrigger() {
  const say = useTexts(texts);
  const { template, capability } = route.useSearch();
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const mayChange = useMay('manage_content');
  const [name, setName] = useState('');
  const [type, setType] = useState<'schedule' | 'event'>('schedule');
  const [schedule, setSchedule] = useState({ cron: SCHEDULES.daily as string, timezone: ownTimeZone() });
  const [event, setEvent] = useState<EventName>(EVENTS[0]);
  const [conditions, setConditions] = useState<Condition[]>([]);
  const create = useMutation({
    ...createWorkflowTriggerMutation(),
    onSuccess: async ({ data }) => {
      notifications.show({ message: say.createdNow });
      await navigate({ to: '/triggers/$id', params: { id: String(data.id) }, search: {} });
      await queries.invalidateQueries({ queryKey: listWorkflowTriggersQueryKey() });
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
  if (!mayChange) return <ClosedPage title={say.newOne} reason={say.notAllowed} />;
  return (
    <Page title={say.newOne}>
      <Stack maw={720}>
        <TextInput
          label={say.name}
          withAsterisk
          aria-required
          value={name}
          error={fieldError(create.error, 'name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Section title={say.when}>
          <SegmentedControl
            fullWidth
            mb="sm"
            aria-label={say.when}
            value={type}
            data={[
              { value: 'schedule', label: say.onSchedule },
              { value: 'event', label: say.onEvent },
            ]}
            onChange={(value) => setType(value as typeof type)}
          />
          {type === 'schedule' ? (
            <ScheduleFields
              schedule={schedule}
              error={create.error}
              onChange={(changes) => setSchedule((before) => ({ ...before, ...changes }))}
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
        <Target
          template={template}
          capability={capability}
          onChoose={(search) => void navigate({ search, replace: true })}
        />
        {(template ?? capability) !== undefined && (
          <Section title={say.input}>
            <Input
              key={`${template} ${capability}`}
              template={template}
              capability={capability}
              error={create.error}
              isSending={create.isPending}
              onSubmit={submit}
            />
          </Section>
        )}
        {create.error && <ErrorNotice error={create.error} />}
      </Stack>
    </Page>
  );
}

interface Choice {
  template?: string;
  capability?: string;
}

function Target({ template, capability, onChoose }: Choice & { onChoose: (choice: Choice) => void }) {
  const say = useTexts(texts);
  const templates = useQuery(listGroupedWorkflowTemplatesOptions());
  const capabilities = useQuery(listCapabilitiesOptions({ query: { include_beta: true } }));
  return (
    <Loaded query={templates}>
      {({ data: groups }) => (
        <NativeSelect
          label={say.target}
          withAsterisk
          aria-required
          value={(template && `template ${template}`) ?? (capability && `capability ${capability}`) ?? ''}
          onChange={({ currentTarget }) => {
            const [kind, slug] = currentTarget.value.split(' ');
            onChoose(kind ? { [kind]: slug } : {});
          }}
        >
          <option value="">{say.choose}</option>
          <optgroup label={say.template}>
            {groups
              .flatMap((group) => group.templates)
              .map(({ attributes: { slug, name } }) => (
                <option key={slug} value={`template ${slug}`}>
                  {name}
                </option>
              ))}
          </optgroup>
          <optgroup label={say.capability}>
            {(capabilities.data?.data ?? []).map(({ attributes: { slug, name } }) => (
              <option key={slug} value={`capability ${slug}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </NativeSelect>
      )}
    </Loaded>
  );
}

/** The form of what the target wants to know, whose end creates the trigger. */
function Input({
  template,
  capability = '',
  ...form
}: Choice & { error: unknown; isSending: boolean; onSubmit: (input: Record<string, unknown>) => void }) {
  const say = useTexts(texts);
  const ofTemplate = useQuery({
    ...getWorkflowTemplateOptions({ path: { slug: template ?? '' } }),
    enabled: template !== undefined,
  });
  const ofCapability = useQuery({
    ...getCapabilityOptions({ path: { slug: capability } }),
    enabled: template === undefined,
  });
  if (template !== undefined) {
    return (
      <Loaded query={ofTemplate}>
        {({ data }) => (
          <SettingsForm
            schema={data.attributes.input_schema}
            defaults={{}}
            root="input"
            submit={say.create}
            {...form}
          />
        )}
      </Loaded>
    );
  }
  return (
    <Loaded query={ofCapability}>
      {({ data: { attributes } }) => (
        <SettingsForm
          schema={attributes.settings_schema}
          defaults={attributes.default_settings}
          root="input"
          submit={say.create}
          {...form}
        />
      )}
    </Loaded>
  );
}
