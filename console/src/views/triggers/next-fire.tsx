import { Text } from '@mantine/core';
import type { WorkflowTrigger } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { presetOf, type Result } from './model.ts';
import { translations } from './translations.ts';

/** When a trigger fires next: a time, an event, or never because it is paused. */
export function NextFire({ trigger }: { trigger: WorkflowTrigger }) {
  const t = useTranslations(translations);
  const { active, next_fire_at: next, event } = trigger.attributes;
  if (!active) return <Text size="sm">{t.paused}</Text>;
  if (next) return <DateTime at={next} />;
  return <Text size="sm">{event ? t.event(event.name) : t.waiting}</Text>;
}

/** Returns the schedule or the event of a trigger as a label. */
export function useScheduleLabel(): (trigger: WorkflowTrigger) => string {
  const t = useTranslations(translations);
  return ({ attributes: { schedule, event } }) => {
    if (schedule) {
      const preset = presetOf(schedule.cron);
      return t.schedule(preset ? t[preset] : schedule.cron, schedule.timezone);
    }
    return event ? t.event(event.name) : '';
  };
}

/** Returns the label of a firing's result. */
export function useResultLabel(): (result: Result) => string {
  const t = useTranslations(translations);
  return (result) => {
    if (result === null) return t.waiting;
    return result === 'paused' ? t.pausedResult : t[result];
  };
}
