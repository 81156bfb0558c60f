import { Alert, Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { listGtmCampaignsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Filter } from '../../components/filter.tsx';
import { Page } from '../../components/page.tsx';
import { MOST_CHOICES } from '../../components/record-select.tsx';
import { Loaded, Loading } from '../../components/states.tsx';
import { useLocale } from '../../i18n/language.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { Agenda } from './agenda.tsx';
import { EventDialog } from './event-dialog.tsx';
import { type Filters, useEvents } from './events.ts';
import { Export } from './export.tsx';
import { Subscribe } from './subscribe.tsx';
import { texts } from './texts.ts';
import { turned, useSight } from './use-sight.ts';
import { CHANNELS, EVENT_TYPES, SIGHTS, type Sight } from './words.ts';

const route = getRouteApi('/calendar');

const Grid = lazy(() => import('./grid.tsx').then(({ Grid }) => ({ default: Grid })));

/** The schedule by month, week or as a list; events are dragged to other days, or opened and changed. */
export function Calendar() {
  const say = useTexts(texts);
  const navigate = route.useNavigate();
  const { sight, date, days, search } = useSight();
  const query = useEvents(days, search);
  const mayManage = useMay('manage_content');
  const actions = (
    <>
      {mayManage && (
        <Button onClick={() => void navigate({ search: (before) => ({ ...before, event: 'new' }) })}>{say.add}</Button>
      )}
      <Subscribe filters={search} />
      <Export days={days} filters={search} />
    </>
  );
  return (
    <Page title={say.title} actions={actions}>
      <Controls />
      {query.data?.isCut && (
        <Alert color="yellow" variant="outline">
          {say.cut}
        </Alert>
      )}
      <Loaded query={query}>
        {({ events }) =>
          sight === 'agenda' ? (
            <Agenda days={days} events={events} />
          ) : (
            <Suspense fallback={<Loading />}>
              <Grid sight={sight} date={date} events={events} />
            </Suspense>
          )
        }
      </Loaded>
      <EventDialog />
    </Page>
  );
}

function Controls() {
  const say = useTexts(texts);
  const navigate = route.useNavigate();
  const { sight, date, search } = useSight();
  const show = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const turn = (pages: number) => show({ date: turned(sight, date, pages) });
  return (
    <>
      <Group justify="space-between" align="end" gap="sm">
        <Narrow filters={search} onChange={show} />
        <SegmentedControl
          aria-label={say.sight}
          value={sight}
          onChange={(view) => show({ view: view as Sight })}
          data={SIGHTS.map((value) => ({ value, label: say[value] }))}
        />
      </Group>
      <Group gap="xs">
        <Button.Group>
          <Button variant="default" px="xs" aria-label={say.earlier} title={say.earlier} onClick={() => turn(-1)}>
            <IconChevronLeft size={16} aria-hidden />
          </Button>
          <Button variant="default" onClick={() => show({ date: undefined })}>
            {say.today}
          </Button>
          <Button variant="default" px="xs" aria-label={say.later} title={say.later} onClick={() => turn(1)}>
            <IconChevronRight size={16} aria-hidden />
          </Button>
        </Button.Group>
        <Title order={2} size="h4" aria-live="polite">
          <Shown sight={sight} date={date} />
        </Title>
        <Text size="xs" c="dimmed">
          {say.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
        </Text>
      </Group>
    </>
  );
}

function Narrow({ filters, onChange }: { filters: Filters; onChange: (change: Filters) => void }) {
  const say = useTexts(texts);
  const campaigns = useQuery(listGtmCampaignsOptions({ query: { per_page: MOST_CHOICES } }));
  const names = (campaigns.data?.data ?? []).map(({ id, attributes }) => [String(id), attributes.name] as const);
  return (
    <Group gap="sm" align="end">
      <Filter
        label={say.type}
        value={filters.type}
        options={
          Object.fromEntries(EVENT_TYPES.map((type) => [type, say[type]])) as Record<
            (typeof EVENT_TYPES)[number],
            string
          >
        }
        onChange={(type) => onChange({ type })}
      />
      <Filter
        label={say.channel}
        value={filters.channel}
        options={
          Object.fromEntries(CHANNELS.map((channel) => [channel, say[channel]])) as Record<
            (typeof CHANNELS)[number],
            string
          >
        }
        onChange={(channel) => onChange({ channel })}
      />
      {(names.length > 0 || filters.campaign_id !== undefined) && (
        <Filter
          label={say.campaign}
          value={filters.campaign_id === undefined ? undefined : String(filters.campaign_id)}
          options={Object.fromEntries(names)}
          onChange={(id) => onChange({ campaign_id: id === undefined ? undefined : Number(id) })}
        />
      )}
    </Group>
  );
}

function Shown({ sight, date }: { sight: Sight; date: string }) {
  const locale = useLocale();
  const { days } = useSight();
  const noon = (day: string) => new Date(`${day}T12:00:00`);
  if (sight !== 'week') return noon(date).toLocaleDateString(locale, { month: 'long', year: 'numeric' });
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  return format.formatRange(noon(days.from), noon(days.to));
}
