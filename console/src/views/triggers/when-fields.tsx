import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { CreateWorkflowTriggerBody } from '../../api/generated/client/types.gen.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { EVENTS, type EventName } from '../../lib/platform-events.ts';
import { ConditionRow } from './condition-row.tsx';
import { type Condition, OPERATORS, takesSeveral } from './conditions.ts';
import { PRESETS, presetOf, SCHEDULE_PRESETS, timeZones } from './model.ts';
import { translations } from './translations.ts';

type Schedule = NonNullable<CreateWorkflowTriggerBody['schedule']>;

/** The schedule of a trigger: a common one or a cron expression. */
export function ScheduleFields({
  schedule,
  error,
  onChange,
}: {
  schedule: Schedule;
  error: unknown;
  onChange: (changes: Partial<Schedule>) => void;
}) {
  const t = useTranslations(translations);
  const zones = useMemo(() => timeZones(schedule.timezone ?? 'UTC'), [schedule.timezone]);
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t.preset}
        value={presetOf(schedule.cron) ?? ''}
        data={[...PRESETS.map((name) => ({ value: name, label: t[name] })), { value: '', label: t.customSchedule }]}
        onChange={({ currentTarget }) =>
          onChange({ cron: SCHEDULE_PRESETS[currentTarget.value as keyof typeof SCHEDULE_PRESETS] ?? '' })
        }
      />
      <TextInput
        label={t.cron}
        description={t.cronHint}
        value={schedule.cron}
        error={fieldError(error, 'schedule.cron')}
        onChange={({ currentTarget }) => onChange({ cron: currentTarget.value })}
      />
      <NativeSelect
        label={t.zone}
        value={schedule.timezone}
        data={zones}
        error={fieldError(error, 'schedule.timezone')}
        onChange={({ currentTarget }) => onChange({ timezone: currentTarget.value })}
      />
    </Stack>
  );
}

/** The event of a trigger and its conditions. */
export function EventFields({
  name,
  conditions,
  error,
  onName,
  onConditions,
}: {
  name: EventName;
  conditions: readonly Condition[];
  error: unknown;
  onName: (name: EventName) => void;
  onConditions: (conditions: Condition[]) => void;
}) {
  const t = useTranslations(translations);
  const change = (position: number, changes: Partial<Condition>) =>
    onConditions(conditions.map((condition, index) => (index === position ? { ...condition, ...changes } : condition)));
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t.eventName}
        value={name}
        data={[...EVENTS]}
        onChange={({ currentTarget }) => onName(EVENTS.find((event) => event === currentTarget.value) ?? name)}
      />
      {conditions.length > 0 && (
        <Text size="sm" fw={500}>
          {t.conditions}
        </Text>
      )}
      {conditions.map(({ path, operator, value }, position) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id
          key={position}
          operators={OPERATORS}
          operator={operator}
          onOperator={(next) => change(position, { operator: next })}
          onRemove={() => onConditions(conditions.filter((_condition, index) => index !== position))}
          subject={
            <TextInput
              label={t.path}
              value={path}
              error={fieldError(error, `event.filter.${path}`)}
              onChange={({ currentTarget }) => change(position, { path: currentTarget.value })}
            />
          }
        >
          <TextInput
            label={takesSeveral(operator) ? t.values : t.value}
            value={value}
            onChange={({ currentTarget }) => change(position, { value: currentTarget.value })}
          />
        </ConditionRow>
      ))}
      {fieldError(error, 'event.conditions') && (
        <Text size="sm" c="red">
          {fieldError(error, 'event.conditions')}
        </Text>
      )}
      {conditions.length > 0 && <Text size="xs">{t.valueHint}</Text>}
      <Group>
        <Button
          size="xs"
          variant="default"
          onClick={() => onConditions([...conditions, { path: '', operator: 'equals', value: '' }])}
        >
          {t.addCondition}
        </Button>
      </Group>
    </Stack>
  );
}
