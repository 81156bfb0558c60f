import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { getGtmEventQueryKey, listGtmCampaignsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import {
  createGtmEvent,
  deleteGtmEvent,
  downloadGtmEvent,
  updateGtmEvent,
} from '../../api/generated/client/sdk.gen.ts';
import type { GtmEvent } from '../../api/generated/client/types.gen.ts';
import { MOST_CHOICES, named, RecordSelect } from '../../components/record-select.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { ErrorNotice } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useMay } from '../../shell/me.ts';
import { Content } from './content.tsx';
import { EVENTS_KEY } from './events.ts';
import { bodyOf, type Fields, USUAL_CHANNEL } from './fields.ts';
import { texts } from './texts.ts';
import type { Day } from './times.ts';
import { CHANNELS, type Channel, EVENT_TYPES, type EventType } from './words.ts';

const MAX_TITLE_LENGTH = 200;

/** An event to add, change or cancel; whoever may not sees what it says. */
export function EventForm({
  fields: given,
  event,
  onDone,
}: {
  fields: Fields;
  event?: GtmEvent;
  onDone: (day?: Day) => void;
}) {
  const say = useTexts(texts);
  const mayManage = useMay('manage_content');
  const format = useFormat();
  const queries = useQueryClient();
  const [fields, setFields] = useState(given);
  const set = (change: Partial<Fields>) => setFields((now) => ({ ...now, ...change }));
  const save = useMutation({
    mutationFn: async () => {
      const body = bodyOf(fields);
      return event
        ? updateGtmEvent({ path: { id: event.id }, body, throwOnError: true })
        : createGtmEvent({ body, throwOnError: true });
    },
    onSuccess: ({ data: { data } }) => {
      const { scheduled_at: at, all_day: isWholeDay } = data.attributes;
      const when = isWholeDay ? format.day(fields.start.slice(0, 10)) : format.dateTime(at);
      notifications.show({ message: event ? say.saved : say.added(when) });
      if (event) queries.removeQueries({ queryKey: getGtmEventQueryKey({ path: { id: event.id } }) });
      onDone(fields.start.slice(0, 10));
      return queries.invalidateQueries({ queryKey: EVENTS_KEY });
    },
  });
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        save.mutate();
      }}
    >
      <Fieldset variant="unstyled" disabled={!mayManage}>
        <Stack gap="sm">
          <TextInput
            label={say.eventTitle}
            value={fields.title}
            onChange={({ currentTarget }) => set({ title: currentTarget.value })}
            maxLength={MAX_TITLE_LENGTH}
            required
            data-autofocus
          />
          <What fields={fields} set={set} />
          <When fields={fields} set={set} />
          <Textarea
            label={say.description}
            value={fields.description}
            onChange={({ currentTarget }) => set({ description: currentTarget.value })}
            autosize
            minRows={2}
            maxRows={8}
          />
        </Stack>
      </Fieldset>
      <Stack gap="sm" mt="sm">
        <Origin fields={fields} event={event} />
        {save.error && <ErrorNotice error={save.error} />}
        <Group justify="space-between">
          <Group gap="xs">{event && <Further event={event} onDone={onDone} />}</Group>
          {mayManage && (
            <Button type="submit" loading={save.isPending}>
              {event ? say.save : say.add}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface PartProps {
  fields: Fields;
  set: (change: Partial<Fields>) => void;
}

function What({ fields, set }: PartProps) {
  const say = useTexts(texts);
  const campaigns = useQuery(listGtmCampaignsOptions({ query: { per_page: MOST_CHOICES } }));
  const all = campaigns.data?.data ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: all.length > 0 ? 3 : 2 }}>
      <NativeSelect
        label={say.type}
        value={fields.type}
        onChange={({ currentTarget }) => {
          const type = currentTarget.value as EventType;
          set({ type, channel: USUAL_CHANNEL[type] });
        }}
        data={EVENT_TYPES.map((value) => ({ value, label: say[value] }))}
      />
      <NativeSelect
        label={say.channel}
        value={fields.channel}
        onChange={({ currentTarget }) => set({ channel: currentTarget.value as Channel })}
        data={CHANNELS.map((value) => ({ value, label: say[value] }))}
      />
      {all.length > 0 && (
        <RecordSelect
          label={say.campaign}
          none={say.noCampaign}
          records={named(all)}
          value={fields.campaignId}
          onChange={(campaignId) => set({ campaignId })}
        />
      )}
    </SimpleGrid>
  );
}

function When({ fields, set }: PartProps) {
  const say = useTexts(texts);
  const { isAllDay, start, end, timezone } = fields;
  const type = isAllDay ? 'date' : 'datetime-local';
  const shown = (time: string) => (isAllDay ? time.slice(0, 10) : time);
  const typed = (value: string) => (isAllDay && value ? `${value}T09:00` : value);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <Checkbox
        label={say.wholeDays}
        checked={isAllDay}
        onChange={({ currentTarget }) => set({ isAllDay: currentTarget.checked })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type={type}
          label={say.starts}
          description={say.zone(isAllDay ? timezone : here)}
          value={shown(start)}
          onChange={({ currentTarget }) => set({ start: typed(currentTarget.value) })}
          required
        />
        <TextInput
          type={type}
          label={isAllDay ? say.lastDay : say.ends}
          description={say.optional}
          value={shown(end)}
          min={shown(start)}
          onChange={({ currentTarget }) => set({ end: typed(currentTarget.value) })}
        />
      </SimpleGrid>
    </>
  );
}

/** What is published by it, and what has dated it. */
function Origin({ fields, event }: { fields: Fields; event: GtmEvent | undefined }) {
  const say = useTexts(texts);
  const executionId = event?.attributes.execution_id ?? null;
  return (
    <>
      {fields.contentItemId !== null && <Content id={fields.contentItemId} />}
      {executionId !== null && (
        <Text size="sm">
          {say.datedBy}{' '}
          <Link to="/executions/$id" params={{ id: String(executionId) }}>
            #{executionId}
          </Link>
        </Text>
      )}
    </>
  );
}

/** The event as a file, and cancelling it, which is asked about once more. */
function Further({ event, onDone }: { event: GtmEvent; onDone: () => void }) {
  const say = useTexts(texts);
  const mayManage = useMay('manage_content');
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const path = { id: event.id };
  const download = useMutation({
    mutationFn: async () =>
      saveFile(await downloadGtmEvent({ path, parseAs: 'blob', throwOnError: true }), `${event.id}.ics`),
    onError: showProblem,
  });
  const cancel = useMutation({
    mutationFn: () => deleteGtmEvent({ path, throwOnError: true }),
    onSuccess: () => {
      notifications.show({ message: say.cancelled });
      onDone();
      return queries.invalidateQueries({ queryKey: EVENTS_KEY });
    },
    onError: showProblem,
  });
  if (asks) {
    return (
      <>
        <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {say.cancelReally}
        </Button>
        <Button variant="default" onClick={() => setAsks(false)}>
          {say.keep}
        </Button>
      </>
    );
  }
  return (
    <>
      {mayManage && (
        <Button variant="default" onClick={() => setAsks(true)}>
          {say.cancelEvent}
        </Button>
      )}
      <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
        {say.ics}
      </Button>
    </>
  );
}
