import { NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import {
  getCapabilityOptions,
  getWorkflowTemplateOptions,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import { FormFields } from '../../components/form.tsx';
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
import { type Condition, conditionsOf, eventPartsOf } from './conditions.ts';
import { LimitFields } from './limit-fields.tsx';
import { type Mapped, MappingFields, mappingOf, withoutMapped } from './mapping-fields.tsx';
import {
  localTimeZone,
  SCHEDULE_PRESETS,
  type TriggerLimits,
  type TriggerPeople,
  type TriggerTarget,
  type TriggerValues,
} from './model.ts';
import { PeopleFields } from './people-fields.tsx';
import { translations } from './translations.ts';
import { EventFields, ScheduleFields } from './when-fields.tsx';

/** What was typed into the form of a trigger. */
export interface TypedTrigger {
  name: string;
  type: TriggerValues['type'];
  schedule: NonNullable<TriggerValues['schedule']>;
  event: EventName;
  conditions: Condition[];
  mapped: Mapped[];
  limits: TriggerLimits;
  people: TriggerPeople;
  /** Undefined until one is chosen here. */
  target?: TriggerTarget;
  /** Fields of the target's input that were typed. */
  input: Settings;
}

/** The form of a trigger before anything is typed. */
export function typedOf(initial: TriggerValues): TypedTrigger {
  const { max_runs_per_day, max_credits_per_day, pause_after_failures, assignee_id, reviewer_id } = initial;
  return {
    name: initial.name,
    type: initial.type,
    schedule: initial.schedule ?? { cron: SCHEDULE_PRESETS.daily, timezone: localTimeZone() },
    event: initial.event?.name ?? EVENTS[0],
    conditions: conditionsOf(initial.event ?? {}),
    mapped: Object.entries(initial.event?.mapping ?? {}).map(([setting, path]) => ({ setting, path })),
    limits: { max_runs_per_day, max_credits_per_day, pause_after_failures },
    people: { assignee_id, reviewer_id },
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
  const { name, type, schedule, event, conditions, mapped, limits, people } = draft.values;
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
      ...(type === 'schedule'
        ? { schedule }
        : { event: { name: event, ...eventPartsOf(conditions), mapping: mappingOf(mapped) } }),
      ...limits,
      ...people,
      input,
    });
  return (
    <FormFields isSending={form.isPending}>
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
        <Section title={t.limits}>
          <LimitFields
            limits={limits}
            error={error}
            onChange={(changes) =>
              draft.change((previous) => ({ ...previous, limits: { ...previous.limits, ...changes } }))
            }
          />
        </Section>
        <Section title={t.people}>
          <PeopleFields
            people={people}
            error={error}
            onChange={(changes) =>
              draft.change((previous) => ({ ...previous, people: { ...previous.people, ...changes } }))
            }
          />
        </Section>
        <TargetSelect
          template={template}
          capability={capability}
          onChoose={(choice) => {
            set({ target: choice, input: {}, mapped: [] });
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
              mapping={type === 'event' ? { event, mapped, onChange: (next) => set({ mapped: next }) } : undefined}
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
    </FormFields>
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
  mapping,
  draft,
  ...form
}: TriggerTarget & {
  /** What is taken from the event; undefined of a schedule. */
  mapping: { event: EventName; mapped: readonly Mapped[]; onChange: (mapped: Mapped[]) => void } | undefined;
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
  const shown = (schema: Schema, defaults: Settings) => {
    const mapped = mapping?.mapped ?? [];
    const isAsked = (name: string) => !mapped.some(({ setting }) => setting === name);
    const asked = Object.fromEntries(Object.entries(defaults).filter(([name]) => isAsked(name)));
    const typed = Object.fromEntries(Object.entries(draft.values).filter(([name]) => isAsked(name)));
    return (
      <SettingsForm
        schema={withoutMapped(schema, mapped)}
        defaults={asked}
        draft={{ ...draft, values: typed }}
        root="input"
        {...form}
      >
        {mapping && <MappingFields schema={schema} error={form.error} {...mapping} />}
      </SettingsForm>
    );
  };
  if (kept?.schema !== undefined) return shown(kept.schema, kept.input);
  if (template !== undefined) {
    return (
      <QueryContent query={templateQuery}>
        {({ data }) => shown(data.attributes.input_schema, kept?.input ?? {})}
      </QueryContent>
    );
  }
  return (
    <QueryContent query={capabilityQuery}>
      {({ data: { attributes } }) => shown(attributes.settings_schema, kept?.input ?? attributes.default_settings)}
    </QueryContent>
  );
}
