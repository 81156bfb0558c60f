import { NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getCapabilityOptions,
  getWorkflowTemplateOptions,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Section } from '../../components/page.tsx';
import { ErrorAlert, QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { type FormProps, fieldError } from '../../lib/form-props.ts';
import { useNames } from '../../lib/names.ts';
import { EVENTS } from '../../lib/platform-events.ts';
import type { Schema } from '../capabilities/form-schema.ts';
import type { Settings } from '../capabilities/settings-fields.tsx';
import { SettingsForm } from '../capabilities/settings-form.tsx';
import { localTimeZone, SCHEDULE_PRESETS, type TriggerTarget, type TriggerValues } from './model.ts';
import { translations } from './translations.ts';
import { conditionsOf, EventFields, filterOf, ScheduleFields } from './when-fields.tsx';

/** The form of a trigger. Its submit button is that of the input, which depends on the target. */
export function TriggerForm({
  initial,
  target,
  onTarget,
  inputSchema,
  ...form
}: FormProps<TriggerValues> & {
  target: TriggerTarget;
  onTarget: (target: TriggerTarget) => void;
  /** JSON Schema of the input that a trigger has; undefined of a new one. */
  inputSchema?: Schema | undefined;
}) {
  const t = useTranslations(translations);
  const { error } = form;
  const { template, capability } = target;
  const [name, setName] = useState(initial.name);
  const [type, setType] = useState(initial.type);
  const [schedule, setSchedule] = useState(
    initial.schedule ?? { cron: SCHEDULE_PRESETS.daily as string, timezone: localTimeZone() },
  );
  const [event, setEvent] = useState(initial.event?.name ?? EVENTS[0]);
  const [conditions, setConditions] = useState(conditionsOf(initial.event?.filter ?? {}));
  const submit = (input: Record<string, unknown>) =>
    form.onSubmit({
      name,
      target: template === undefined ? { capability_slug: capability } : { template_slug: template },
      type,
      ...(type === 'schedule' ? { schedule } : { event: { name: event, filter: filterOf(conditions) } }),
      input,
    });
  const isInitial = sameTarget(initial.target, target);
  return (
    <Stack maw={720}>
      <TextInput
        label={t.name}
        withAsterisk
        aria-required
        value={name}
        error={fieldError(error, 'name')}
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
            error={error}
            onChange={(changes) => setSchedule((previous) => ({ ...previous, ...changes }))}
          />
        ) : (
          <EventFields
            name={event}
            conditions={conditions}
            error={error}
            onName={setEvent}
            onConditions={setConditions}
          />
        )}
      </Section>
      <TargetSelect template={template} capability={capability} onChoose={onTarget} />
      {(template ?? capability) !== undefined && (
        <Section title={t.input}>
          <InputForm
            key={`${template} ${capability}`}
            template={template}
            capability={capability}
            kept={isInitial ? { input: initial.input, schema: inputSchema } : undefined}
            submit={form.submit}
            error={error}
            isSending={form.isPending}
            onSubmit={submit}
          />
        </Section>
      )}
      {error !== null && <ErrorAlert error={error} />}
    </Stack>
  );
}

function sameTarget({ template_slug, capability_slug }: TriggerValues['target'], target: TriggerTarget): boolean {
  return (template_slug ?? undefined) === target.template && (capability_slug ?? undefined) === target.capability;
}

function TargetSelect({
  template,
  capability,
  onChoose,
}: TriggerTarget & { onChoose: (choice: TriggerTarget) => void }) {
  const t = useTranslations(translations);
  const names = useNames();
  return (
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
        {names?.templates.map(({ slug, name }) => (
          <option key={slug} value={`template ${slug}`}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label={t.capability}>
        {names?.capabilities.map(({ slug, name }) => (
          <option key={slug} value={`capability ${slug}`}>
            {name}
          </option>
        ))}
      </optgroup>
    </NativeSelect>
  );
}

/** The input form of the target. */
function InputForm({
  template,
  capability = '',
  kept,
  ...form
}: TriggerTarget & {
  /** What the trigger has, and its schema; undefined for a target that was chosen here. */
  kept: { input: Record<string, unknown>; schema: Schema | undefined } | undefined;
  submit: string;
  error: unknown;
  isSending: boolean;
  onSubmit: (input: Record<string, unknown>) => void;
}) {
  const [values, change] = useState<Settings>({});
  const draft = { values, change };
  const isKnown = kept?.schema !== undefined;
  const templateQuery = useQuery({
    ...getWorkflowTemplateOptions({ path: { slug: template ?? '' } }),
    enabled: template !== undefined && !isKnown,
  });
  const capabilityQuery = useQuery({
    ...getCapabilityOptions({ path: { slug: capability } }),
    enabled: template === undefined && !isKnown,
  });
  if (kept?.schema !== undefined)
    return <SettingsForm schema={kept.schema} defaults={kept.input} draft={draft} root="input" {...form} />;
  if (template !== undefined) {
    return (
      <QueryContent query={templateQuery}>
        {({ data }) => (
          <SettingsForm
            schema={data.attributes.input_schema}
            defaults={kept?.input ?? {}}
            draft={draft}
            root="input"
            {...form}
          />
        )}
      </QueryContent>
    );
  }
  return (
    <QueryContent query={capabilityQuery}>
      {({ data: { attributes } }) => (
        <SettingsForm
          schema={attributes.settings_schema}
          defaults={kept?.input ?? attributes.default_settings}
          draft={draft}
          root="input"
          {...form}
        />
      )}
    </QueryContent>
  );
}
