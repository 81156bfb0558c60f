import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { CreateWorkflowTriggerBody } from '../../api/generated/client/types.gen.ts';
import { useTexts } from '../../i18n/texts.ts';
import { fieldError } from '../../lib/field-error.ts';
import { EVENTS, type EventName } from '../../lib/platform-events.ts';
import type { Condition } from './conditions.ts';
import { texts } from './texts.ts';
import { SCHEDULES, timeZones, USUAL, usualOf } from './words.ts';

type Schedule = NonNullable<CreateWorkflowTriggerBody['schedule']>;

/** On which schedule a trigger fires: a usual one, or what the cron fields say. */
export function ScheduleFields({
  schedule,
  error,
  onChange,
}: {
  schedule: Schedule;
  error: unknown;
  onChange: (changes: Partial<Schedule>) => void;
}) {
  const say = useTexts(texts);
  const zones = useMemo(timeZones, []);
  return (
    <Stack gap="sm">
      <NativeSelect
        label={say.usual}
        value={usualOf(schedule.cron) ?? ''}
        data={[...USUAL.map((name) => ({ value: name, label: say[name] })), { value: '', label: say.own }]}
        onChange={({ currentTarget }) =>
          onChange({ cron: SCHEDULES[currentTarget.value as keyof typeof SCHEDULES] ?? '' })
        }
      />
      <TextInput
        label={say.cron}
        description={say.cronHint}
        value={schedule.cron}
        error={fieldError(error, 'schedule.cron')}
        onChange={({ currentTarget }) => onChange({ cron: currentTarget.value })}
      />
      <NativeSelect
        label={say.zone}
        value={schedule.timezone}
        data={zones}
        error={fieldError(error, 'schedule.timezone')}
        onChange={({ currentTarget }) => onChange({ timezone: currentTarget.value })}
      />
    </Stack>
  );
}

/** On which event a trigger fires, and what must stand in it. */
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
  const say = useTexts(texts);
  const change = (place: number, changes: Partial<Condition>) =>
    onConditions(conditions.map((condition, index) => (index === place ? { ...condition, ...changes } : condition)));
  return (
    <Stack gap="sm">
      <NativeSelect
        label={say.eventName}
        value={name}
        data={[...EVENTS]}
        onChange={({ currentTarget }) => onName(EVENTS.find((event) => event === currentTarget.value) ?? name)}
      />
      {conditions.length > 0 && (
        <Text size="sm" fw={500}>
          {say.conditions}
        </Text>
      )}
      {conditions.map(({ path, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have nothing else that stays while they are written
        <Group key={place} align="end" gap="xs">
          <TextInput
            label={say.path}
            value={path}
            error={fieldError(error, `event.filter.${path}`)}
            onChange={({ currentTarget }) => change(place, { path: currentTarget.value })}
          />
          <TextInput
            label={say.value}
            value={value}
            onChange={({ currentTarget }) => change(place, { value: currentTarget.value })}
          />
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={say.removeCondition}
            onClick={() => onConditions(conditions.filter((_condition, index) => index !== place))}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {conditions.length > 0 && <Text size="xs">{say.valueHint}</Text>}
      <Group>
        <Button size="xs" variant="default" onClick={() => onConditions([...conditions, { path: '', value: '' }])}>
          {say.addCondition}
        </Button>
      </Group>
    </Stack>
  );
}
