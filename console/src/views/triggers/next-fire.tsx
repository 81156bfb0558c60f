import { Text } from '@mantine/core';
import type { WorkflowTrigger } from '../../api/generated/client/types.gen.ts';
import { Moment } from '../../components/moment.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import { usualOf } from './words.ts';

/** When a trigger fires next: a time, what has to happen, or that it is paused. */
export function NextFire({ trigger }: { trigger: WorkflowTrigger }) {
  const say = useTexts(texts);
  const { active, next_fire_at: next, event } = trigger.attributes;
  if (!active) return <Text size="sm">{say.paused}</Text>;
  if (next) return <Moment at={next} />;
  return <Text size="sm">{event ? say.event(event.name) : say.waiting}</Text>;
}

/** On which schedule, or on which event, a trigger fires. */
export function useWhen(): (trigger: WorkflowTrigger) => string {
  const say = useTexts(texts);
  return ({ attributes: { schedule, event } }) => {
    if (schedule) {
      const usual = usualOf(schedule.cron);
      return say.schedule(usual ? say[usual] : schedule.cron, schedule.timezone);
    }
    return event ? say.event(event.name) : '';
  };
}
