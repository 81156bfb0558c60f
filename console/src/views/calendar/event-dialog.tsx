import { Alert } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { unlessChanged } from '../../api/entity-tags.ts';
import { getContentItemOptions, getGtmEventOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import {
  createGtmEvent,
  createGtmSeries,
  updateGtmEvent,
  updateGtmSeries,
} from '../../api/generated/client/sdk.gen.ts';
import type { GtmEvent } from '../../api/generated/client/types.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useRecordForm } from '../../components/record-form.ts';
import { ErrorAlert, QueryContent } from '../../components/states.tsx';
import { FormProblems, labelsIn } from '../../components/version-conflict.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { wallTimeIn } from '../../i18n/zone.ts';
import { type FormDraft, useFormDraft } from '../../lib/form-draft.ts';
import { useNames } from '../../lib/names.ts';
import { usePermission } from '../../shell/me.ts';
import { ContentSelect } from './content.tsx';
import { EventForm } from './event-form.tsx';
import { type Fields, newEventFields, toBody, toFields, toSeries } from './fields.ts';
import { translations as repeatTexts } from './repeat-translations.ts';
import { type Scope, toSeriesBody } from './series.ts';
import { SeriesFields } from './series-fields.tsx';
import type { Day } from './times.ts';
import { translations } from './translations.ts';
import { EVENTS_KEY, forgetSeries, SERIES_KEY } from './use-events.tsx';

const route = getRouteApi('/calendar');

/** The dialog of the event in the address, or of a new one. */
export function EventDialog() {
  const t = useTranslations(translations);
  const { event, at, content } = route.useSearch();
  const navigate = route.useNavigate();
  const canManage = usePermission('manage_content');
  const isNew = event === 'new';
  /** Closes the dialog and optionally shows a day. */
  const close = (day?: Day) =>
    void navigate({
      search: ({ event: _event, at: _at, content: _content, ...rest }) => ({ ...rest, ...(day && { date: day }) }),
      replace: true,
    });
  return (
    <Dialog
      opened={event !== undefined && (canManage || !isNew)}
      onClose={() => close()}
      title={isNew ? t.newEvent : t.event}
      size="lg"
    >
      {isNew && content === undefined && (
        <>
          <ContentSelect
            onChoose={(id) => void navigate({ search: (previous) => ({ ...previous, content: id }), replace: true })}
          />
          <NewEvent at={at} onDone={close} />
        </>
      )}
      {isNew && content !== undefined && <NewEventFromContent id={content} at={at} onDone={close} />}
      {event !== undefined && !isNew && <EditEvent id={event} onDone={close} />}
    </Dialog>
  );
}

/** At the time that was chosen, whatever was typed before. */
function NewEvent({ at, onDone }: { at: string | undefined; onDone: (day?: Day) => void }) {
  const [fields] = useState(() => newEventFields({ at }));
  const kept = useFormDraft('calendar/new', fields);
  const [isMoved, setIsMoved] = useState(at !== undefined && kept.isRestored);
  const { start, end, isAllDay } = fields;
  const draft: FormDraft<Fields> = {
    ...kept,
    values: isMoved ? { ...kept.values, start, end, isAllDay } : kept.values,
    change(change) {
      setIsMoved(false);
      kept.change(typeof change === 'function' ? change(draft.values) : change);
    },
  };
  return <AddForm draft={draft} onDone={onDone} />;
}

function NewEventFromContent({ id, at, onDone }: { id: number; at: string | undefined; onDone: (day?: Day) => void }) {
  const query = useQuery(getContentItemOptions({ path: { id } }));
  return (
    <QueryContent query={query}>
      {({ data: item }) => <AddContent fields={newEventFields({ at, item })} onDone={onDone} />}
    </QueryContent>
  );
}

/** What is typed about a content item is lost when the form closes. */
function AddContent({ fields, onDone }: { fields: Fields; onDone: (day?: Day) => void }) {
  const [values, setValues] = useState(fields);
  const draft = { values, isRestored: false, change: setValues, clear: () => undefined };
  return (
    <div ref={focusFirst}>
      <AddForm draft={draft} onDone={onDone} />
    </div>
  );
}

/** Puts the focus into a form that is there after its dialog, so that Enter sends it. */
function focusFirst(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

function AddForm({
  draft,
  onDone,
}: {
  draft: Pick<FormDraft<Fields>, 'values' | 'isRestored' | 'change' | 'clear'>;
  onDone: (day?: Day) => void;
}) {
  const t = useTranslations(translations);
  const tRepeat = useTranslations(repeatTexts);
  const format = useFormat();
  const queryClient = useQueryClient();
  const fields = draft.values;
  const add = useMutation({
    /** The words in which it is said what was added. */
    mutationFn: async () => {
      const series = toSeries(fields);
      if (series) {
        const { attributes } = (await createGtmSeries({ body: series, throwOnError: true })).data.data;
        return tRepeat.added(format.number(attributes.occurrence_count), whenOf(attributes.starts_at));
      }
      const { attributes } = (await createGtmEvent({ body: toBody(fields), throwOnError: true })).data.data;
      return t.added(whenOf(attributes.scheduled_at));
    },
    onSuccess: (message) => {
      draft.clear();
      notifications.show({ message });
      onDone(fields.start.slice(0, 10));
      return queryClient.invalidateQueries({ queryKey: EVENTS_KEY });
    },
  });
  const whenOf = (at: string) => (fields.isAllDay ? format.day(fields.start.slice(0, 10)) : format.dateTime(at));
  return (
    <EventForm
      fields={fields}
      draft={draft}
      problems={add.error && <ErrorAlert error={add.error} />}
      isSaving={add.isPending}
      onChange={(changes) => draft.change((current) => ({ ...current, ...changes }))}
      onSubmit={() => add.mutate()}
      onDone={onDone}
    />
  );
}

function EditEvent({ id, onDone }: { id: string; onDone: (day?: Day) => void }) {
  const query = useQuery(getGtmEventOptions({ path: { id } }));
  return <QueryContent query={query}>{({ data }) => <EditForm event={data} onDone={onDone} />}</QueryContent>;
}

function EditForm({ event, onDone }: { event: GtmEvent; onDone: (day?: Day) => void }) {
  const t = useTranslations(translations);
  const tRepeat = useTranslations(repeatTexts);
  const format = useFormat();
  const campaigns = useNames()?.campaigns ?? [];
  const queryClient = useQueryClient();
  const [scope, setScope] = useState<Scope>('this');
  const path = { id: event.id };
  const { series_id: seriesId, series_exception: isException } = event.attributes;
  const finish = async (message: string) => {
    notifications.show({ message });
    forgetSeries(queryClient);
    onDone(form.values.start.slice(0, 10));
    await queryClient.invalidateQueries({ queryKey: EVENTS_KEY });
  };
  const form = useRecordForm({
    name: `calendar/${event.id}`,
    path: `/gtm-schedule/events/${event.id}`,
    record: event,
    valuesOf: toFields,
    bodyOf: toBody,
    read: async () => (await queryClient.fetchQuery({ ...getGtmEventOptions({ path }), staleTime: 0 })).data,
    send: (body, headers) => updateGtmEvent({ path, body, headers, throwOnError: true }),
    onSaved: () => finish(t.saved),
  });
  const repeat = scope === 'following' ? (form.values.repeat ?? null) : null;
  const seriesBody = toSeriesBody(event, form.changes, { scope, repeat });
  const isOtherDay = scope !== 'this' && seriesBody === undefined;
  const change = useMutation({
    mutationFn: async (series: number) => {
      if ((form.isChanged || repeat) && seriesBody)
        await updateGtmSeries({
          path: { id: series },
          body: seriesBody,
          headers: unlessChanged(`/gtm-schedule/series/${series}`),
          throwOnError: true,
        });
    },
    // Shows what somebody else has made of it; what was typed stays.
    onError: () => queryClient.invalidateQueries({ queryKey: SERIES_KEY }),
    onSuccess: () => {
      form.discard();
      return finish(tRepeat.saved);
    },
  });
  const textOf = (field: string, value: unknown) => {
    if (field === 'campaign_id') return campaigns.find((campaign) => campaign.id === value)?.name ?? t.noCampaign;
    if ((field === 'scheduled_at' || field === 'end_at') && typeof value === 'string') return format.dateTime(value);
    if (field === 'event_type' || field === 'channel') return String(Reflect.get(t, String(value)) ?? value);
    return undefined;
  };
  return (
    <EventForm
      fields={form.values}
      draft={form.draft}
      event={event}
      series={
        seriesId !== null && (
          <SeriesFields
            series={seriesId}
            isException={isException}
            scope={scope}
            repeat={repeat}
            start={wallTimeIn(form.changes.scheduled_at ?? event.attributes.scheduled_at, event.attributes.timezone)}
            onChange={(chosen) => {
              change.reset();
              setScope(chosen);
            }}
            onRepeat={(chosen) => form.change({ repeat: chosen })}
          />
        )
      }
      scope={scope}
      problems={
        <>
          <FormProblems form={form} labelOf={labelsIn(t, LABELS)} textOf={textOf} />
          {isOtherDay && (
            <Alert color="orange" variant="outline" role="alert">
              {tRepeat.otherDay}
            </Alert>
          )}
          {change.error && <ErrorAlert error={change.error} />}
        </>
      }
      isSaving={form.isSaving || change.isPending}
      onChange={form.change}
      onSubmit={() => {
        if (scope === 'this' || seriesId === null) form.save();
        else if (!isOtherDay) change.mutate(seriesId);
      }}
      onDone={onDone}
    />
  );
}

/** The texts that name fields of an event. */
const LABELS = {
  title: 'eventTitle',
  event_type: 'type',
  all_day: 'wholeDays',
  scheduled_at: 'starts',
  end_at: 'ends',
  campaign_id: 'campaign',
};
