import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { GtmEvent } from '../../api/generated/client/types.gen.ts';
import { EmptyState } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { COLORS } from './model.ts';
import { type Days, displayDays, displayTimes, plusDays } from './times.ts';
import { translations } from './translations.ts';

/** Events as a list by day. Days without events are left out. */
export function Agenda({ days, events }: { days: Days; events: readonly GtmEvent[] }) {
  const t = useTranslations(translations);
  const locale = useLocale();
  const canPlan = usePermission('manage_content');
  const byDay = eventsByDay(days, events);
  if (byDay.length === 0) {
    return (
      <EmptyState
        title={t.empty}
        icon={IconCalendarOff}
        action={
          canPlan && (
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/calendar" search={(now) => ({ ...now, event: 'new' })} {...props} />}
            >
              {t.firstStep}
            </Button>
          )
        }
      >
        {t.emptyText}
      </EmptyState>
    );
  }
  return (
    <Stack>
      {byDay.map(([day, ofDay]) => (
        <Card key={day} withBorder component="section" padding="sm" aria-label={day}>
          <Title order={3} size="h6" mb="xs">
            {new Date(`${day}T12:00:00`).toLocaleDateString(locale, { dateStyle: 'full' })}
          </Title>
          <Stack gap="xs" component="ul" className="unstyled">
            {ofDay.map((event) => (
              <AgendaItem key={event.id} event={event} />
            ))}
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}

function AgendaItem({ event: { id, attributes } }: { event: GtmEvent }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { title, scheduled_at, end_at, all_day, event_type, channel } = attributes;
  const { start, end } = displayTimes(attributes);
  const time = all_day ? t.allDay : [start, ...(end_at ? [end] : [])].map((at) => at.slice(11, 16)).join('–');
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="baseline">
      <Text size="sm" w={{ base: 48, xs: 96 }} flex="none" title={all_day ? undefined : format.utc(scheduled_at)}>
        {time}
      </Text>
      <Group gap="xs" className="break-words">
        <Link dir="auto" from="/calendar" to="." search={(previous) => ({ ...previous, event: id })}>
          {title}
        </Link>
        <Badge variant="dot" color={COLORS[event_type]}>
          {t[event_type]}
        </Badge>
        <Text size="xs" c="dimmed">
          {t[channel]}
        </Text>
      </Group>
    </Group>
  );
}

function eventsByDay({ from, to }: Days, events: readonly GtmEvent[]): [string, GtmEvent[]][] {
  const byDay = new Map<string, GtmEvent[]>();
  const sorted = events.toSorted((a, b) =>
    displayTimes(a.attributes).start.localeCompare(displayTimes(b.attributes).start),
  );
  for (const event of sorted) {
    const shown = displayDays(event.attributes);
    const last = shown.to < to ? shown.to : to;
    for (let day = shown.from > from ? shown.from : from; day <= last; day = plusDays(day, 1)) {
      byDay.set(day, [...(byDay.get(day) ?? []), event]);
    }
  }
  return [...byDay].sort(([a], [b]) => a.localeCompare(b));
}
