import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { getContentItemOptions, getGtmEventOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { type FormDraft, useFormDraft } from '../../lib/form-draft.ts';
import { usePermission } from '../../shell/me.ts';
import { ContentSelect } from './content.tsx';
import { EventForm } from './event-form.tsx';
import { type Fields, newEventFields, toFields } from './fields.ts';
import type { Day } from './times.ts';
import { translations } from './translations.ts';

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
  return <EventForm fields={fields} draft={draft} onDone={onDone} />;
}

function NewEventFromContent({ id, at, onDone }: { id: number; at: string | undefined; onDone: (day?: Day) => void }) {
  const query = useQuery(getContentItemOptions({ path: { id } }));
  return (
    <QueryContent query={query}>
      {({ data: item }) => <EventForm fields={newEventFields({ at, item })} onDone={onDone} />}
    </QueryContent>
  );
}

function EditEvent({ id, onDone }: { id: string; onDone: (day?: Day) => void }) {
  const query = useQuery(getGtmEventOptions({ path: { id } }));
  return (
    <QueryContent query={query}>
      {({ data: event }) => (
        <EventForm key={event.attributes.updated_at} fields={toFields(event)} event={event} onDone={onDone} />
      )}
    </QueryContent>
  );
}
