import { Alert, Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Filters, SelectFilter } from '../../components/filters.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Page } from '../../components/page.tsx';
import { Loading, QueryContent } from '../../components/states.tsx';
import { useLocale, useTranslations } from '../../i18n/translations.ts';
import { currentZone } from '../../i18n/zone.ts';
import { pickLabels } from '../../lib/labels.ts';
import { useNames } from '../../lib/names.ts';
import { useSearchParams } from '../../lib/search.ts';
import { usePermission } from '../../shell/me.ts';
import { Agenda } from './agenda.tsx';
import { EventDialog } from './event-dialog.tsx';
import { Import } from './import.tsx';
import { CALENDAR_VIEWS, type CalendarView, CHANNELS, EVENT_TYPES } from './model.ts';
import { translations as repeatTexts } from './repeat-translations.ts';
import { Export, Subscribe } from './subscribe.tsx';
import { translations } from './translations.ts';
import { shiftDate, useCalendarView } from './use-calendar-view.ts';
import { useEvents } from './use-events.tsx';

const route = getRouteApi('/calendar');

const PlanPanel = lazyPart(() => import('./plan-panel.tsx'));

const Grid = lazyPart(() => import('./grid.tsx'));

/** The schedule by month, by week or as an agenda. Events can be dragged, opened and edited. */
export default function Calendar() {
  const t = useTranslations(translations);
  const navigate = route.useNavigate();
  const { view, date, days, search } = useCalendarView();
  const query = useEvents(days, search);
  const repeat = useTranslations(repeatTexts);
  const canManage = usePermission('manage_content');
  const isPlanning = canManage && search.plan === true;
  const actions = (
    <>
      {canManage && (
        <Button onClick={() => void navigate({ search: (previous) => ({ ...previous, event: 'new' }) })}>
          {t.add}
        </Button>
      )}
      <Button variant="default" renderRoot={(props) => <Link to="/calendar/series" {...props} />}>
        {repeat.series}
      </Button>
      {canManage && (
        <Button
          variant="default"
          aria-expanded={isPlanning}
          onClick={() =>
            void navigate({
              search: (previous) => ({ ...previous, plan: isPlanning ? undefined : true }),
              replace: true,
            })
          }
        >
          {t.plan}
        </Button>
      )}
      {canManage && <Import />}
      <Subscribe filters={search} />
      <Export days={days} filters={search} />
    </>
  );
  return (
    <Page title={t.title} actions={actions}>
      <Controls />
      {query.data?.isTruncated && (
        <Alert color="yellow" variant="outline">
          {t.truncated}
        </Alert>
      )}
      <div className="with-review" data-open={isPlanning}>
        <QueryContent query={query}>
          {({ events }) =>
            view === 'agenda' ? (
              <Agenda days={days} events={events} />
            ) : (
              <Suspense fallback={<Loading />}>
                <Grid view={view} date={date} events={events} />
              </Suspense>
            )
          }
        </QueryContent>
        {isPlanning && (
          <Suspense fallback={<Loading />}>
            <PlanPanel />
          </Suspense>
        )}
      </div>
      <EventDialog />
    </Page>
  );
}

function Controls() {
  const t = useTranslations(translations);
  const navigate = route.useNavigate();
  const { view, date, search } = useCalendarView();
  const show = (change: Partial<typeof search>) =>
    void navigate({ search: (previous) => ({ ...previous, ...change }), replace: true });
  const turn = (pages: number) => show({ date: shiftDate(view, date, pages) });
  return (
    <>
      <Group justify="space-between" align="end" gap="sm">
        <EventFilters campaignId={search.campaign_id} />
        <SegmentedControl
          aria-label={t.view}
          value={view}
          onChange={(view) => show({ view: view as CalendarView })}
          data={CALENDAR_VIEWS.map((value) => ({ value, label: t[value] }))}
        />
      </Group>
      <Group gap="xs">
        <Button.Group>
          <Button variant="default" px="xs" aria-label={t.earlier} title={t.earlier} onClick={() => turn(-1)}>
            <IconChevronLeft size={16} aria-hidden />
          </Button>
          <Button variant="default" onClick={() => show({ date: undefined })}>
            {t.today}
          </Button>
          <Button variant="default" px="xs" aria-label={t.later} title={t.later} onClick={() => turn(1)}>
            <IconChevronRight size={16} aria-hidden />
          </Button>
        </Button.Group>
        <Title order={2} size="h4" aria-live="polite">
          <PeriodTitle view={view} date={date} />
        </Title>
        <Text size="xs" c="dimmed">
          {t.zone(currentZone())}
        </Text>
      </Group>
    </>
  );
}

function EventFilters({ campaignId }: { campaignId: number | undefined }) {
  const t = useTranslations(translations);
  const [, setSearch] = useSearchParams();
  const campaigns = useNames()?.campaigns ?? [];
  const names = campaigns.map(({ id, name }) => [String(id), name] as const);
  return (
    <Filters
      filters={[
        { name: 'type', label: t.type, options: pickLabels(EVENT_TYPES, t) },
        { name: 'channel', label: t.channel, options: pickLabels(CHANNELS, t) },
      ]}
    >
      {(names.length > 0 || campaignId !== undefined) && (
        <SelectFilter
          label={t.campaign}
          value={campaignId === undefined ? '' : String(campaignId)}
          options={Object.fromEntries(names)}
          onChange={(id) => setSearch({ campaign_id: id === undefined ? undefined : Number(id) }, { replace: true })}
        />
      )}
    </Filters>
  );
}

function PeriodTitle({ view, date }: { view: CalendarView; date: string }) {
  const locale = useLocale();
  const { days } = useCalendarView();
  const noon = (day: string) => new Date(`${day}T12:00:00`);
  if (view !== 'week') return noon(date).toLocaleDateString(locale, { month: 'long', year: 'numeric' });
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  return format.formatRange(noon(days.from), noon(days.to));
}
