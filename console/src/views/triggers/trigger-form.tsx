import { NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import {
  getCapabilityOptions,
  getWorkflowTemplateOptions,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import { Section } from '../../components/page.tsx';
import { ErrorAlert, QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import type { FormDraft } from '../../lib/form-draft.ts';
import { type FormProps, fieldError } from '../../lib/form-props.ts';
import { useNames } from '../../lib/names.ts';
import { EVENTS, type EventName } from '../../lib/platform-events.ts';
import type { Schema } from '../capabilities/form-schema.ts';
import type { Settings } from '../capabilities/settings-fields.tsx';
import { SettingsForm } from '../capabilities/settings-form.tsx';
import { localTimeZone, SCHEDULE_PRESETS, type TriggerTarget, type TriggerValues } from './model.ts';
import { translations } from './translations.ts';
import { type Condition, conditionsOf, EventFields, filterOf, ScheduleFields } from './when-fields.tsx';

/** What was typed into the form of a trigger. */
export interface TypedTrigger {
  name: string;
  type: TriggerValues['type'];
  schedule: NonNullable<TriggerValues['schedule']>;
  event: EventName;
  conditions: Condition[];
  /** Undefined until one is chosen here. */
  target?: TriggerTarget;
  /** Fields of the target's input that were typed. */
  input: Settings;
}

/** The form of a trigger before anything is typed. */
export function typedOf(initial: TriggerValues): TypedTrigger {
  return {
    name: initial.name,
    type: initial.type,
    schedule: initial.schedule ?? { cron: SCHEDULE_PRESETS.daily, timezone: localTimeZone() },
    event: initial.event?.name ?? EVENTS[0],
    conditions: conditionsOf(initial.event?.filter ?? {}),
    input: {},
  };
}

/** The form of a trigger. Its submit button is that of the input, which depends on the target. */
export function TriggerForm({
  initial,
  target,
  onTarget,
  draft,
  inputSchema,
  conflict,
  ...form
}: FormProps<TriggerValues> & {
  /** Shown where somebody else has changed the same fields. */
  conflict?: ReactNode;
  target: TriggerTarget;
  onTarget: (target: TriggerTarget) => void;
  draft: FormDraft<TypedTrigger>;
  /** JSON Schema of the input that a trigger has; undefined of a new one. */
  inputSchema?: Schema | undefined;
}) {
  const t = useTranslations(translations);
  const { error } = form;
  const { template, capability } = target;
  const { name, type, schedule, event, conditions } = draft.values;
  const set = (change: Partial<TypedTrigger>) => draft.change((previous) => ({ ...previous, ...change }));
  const isInitial = sameTarget(initial.target, target);
  // What was typed for another target is not for this one.
  const isTyped = draft.values.target !== undefined && isSame(draft.values.target, target);
  const typedTarget = draft.isRestored ? draft.values.target : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears; later choices change the target.
  useEffect(() => {
    if (isInitial && typedTarget !== undefined && !isSame(typedTarget, target)) onTarget(typedTarget);
  }, []);
  const submit = (input: Record<string, unknown>) =>
    form.onSubmit({
      name,
      target: template === undefined ? { capability_slug: capability } : { template_slug: template },
      type,
      ...(type === 'schedule' ? { schedule } : { event: { name: event, filter: filterOf(conditions) } }),
      input,
    });
  return (
    <Stack maw={720}>
      <DraftNote draft={draft} />
      <TextInput
        label={t.name}
        withAsterisk
        aria-required
        value={name}
        error={fieldError(error, 'name')}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
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
          onChange={(value) => set({ type: value as typeof type })}
        />
        {type === 'schedule' ? (
          <ScheduleFields
            schedule={schedule}
            error={error}
            onChange={(changes) =>
              draft.change((previous) => ({ ...previous, schedule: { ...previous.schedule, ...changes } }))
            }
          />
        ) : (
          <EventFields
            name={event}
            conditions={conditions}
            error={error}
            onName={(next) => set({ event: next })}
            onConditions={(next) => set({ conditions: next })}
          />
        )}
      </Section>
      <TargetSelect
        template={template}
        capability={capability}
        onChoose={(choice) => {
          set({ target: choice, input: {} });
          onTarget(choice);
        }}
      />
      {(template ?? capability) !== undefined && (
        <Section title={t.input}>
          <InputForm
            key={`${template} ${capability}`}
            template={template}
            capability={capability}
            kept={isInitial ? { input: initial.input, schema: inputSchema } : undefined}
            draft={{
              values: isTyped || isInitial ? draft.values.input : {},
              change: (values) => set({ target, input: values }),
            }}
            submit={form.submit}
            error={error}
            isSending={form.isPending}
            onSubmit={submit}
          />
        </Section>
      )}
      {conflict}
      {error !== null && <ErrorAlert error={error} />}
    </Stack>
  );
}

function isSame(one: TriggerTarget, other: TriggerTarget): boolean {
  return one.template === other.template && one.capability === other.capability;
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
  draft,
  ...form
}: TriggerTarget & {
  /** What the trigger has, and its schema; undefined for a target that was chosen here. */
  kept: { input: Record<string, unknown>; schema: Schema | undefined } | undefined;
  draft: { values: Settings; change: (values: Settings) => void };
  submit: string;
  error: unknown;
  isSending: boolean;
  onSubmit: (input: Record<string, unknown>) => void;
}) {
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
