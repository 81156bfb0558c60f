import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { getContentItemOptions, getGtmEventOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { ContentChoice } from './content.tsx';
import { EventForm } from './event-form.tsx';
import { fieldsFor, fieldsOf } from './fields.ts';
import { texts } from './texts.ts';
import type { Day } from './times.ts';

const route = getRouteApi('/calendar');

/** The event that the address names, or a new one. */
export function EventDialog() {
  const say = useTexts(texts);
  const { event, at, content } = route.useSearch();
  const navigate = route.useNavigate();
  const mayManage = useMay('manage_content');
  const isNew = event === 'new';
  /** Goes on to the calendar, where the day is in sight. */
  const close = (day?: Day) =>
    void navigate({
      search: ({ event: _event, at: _at, content: _content, ...rest }) => ({ ...rest, ...(day && { date: day }) }),
      replace: true,
    });
  return (
    <Dialog
      opened={event !== undefined && (mayManage || !isNew)}
      onClose={() => close()}
      title={isNew ? say.newEvent : say.event}
      size="lg"
    >
      {isNew && content === undefined && (
        <>
          <ContentChoice
            onChoose={(id) => void navigate({ search: (before) => ({ ...before, content: id }), replace: true })}
          />
          <EventForm fields={fieldsFor({ at })} onDone={close} />
        </>
      )}
      {isNew && content !== undefined && <OfContent id={content} at={at} onDone={close} />}
      {event !== undefined && !isNew && <Existing id={event} onDone={close} />}
    </Dialog>
  );
}

function OfContent({ id, at, onDone }: { id: number; at: string | undefined; onDone: (day?: Day) => void }) {
  const query = useQuery(getContentItemOptions({ path: { id } }));
  return (
    <Loaded query={query}>{({ data: item }) => <EventForm fields={fieldsFor({ at, item })} onDone={onDone} />}</Loaded>
  );
}

function Existing({ id, onDone }: { id: string; onDone: (day?: Day) => void }) {
  const query = useQuery(getGtmEventOptions({ path: { id } }));
  return (
    <Loaded query={query}>
      {({ data: event }) => (
        <EventForm key={event.attributes.updated_at} fields={fieldsOf(event)} event={event} onDone={onDone} />
      )}
    </Loaded>
  );
}
