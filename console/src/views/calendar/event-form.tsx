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
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { downloadGtmEvent } from '../../api/generated/client/sdk.gen.ts';
import type { GtmEvent } from '../../api/generated/client/types.gen.ts';
import { DraftNote, type RestoredDraft } from '../../components/draft-note.tsx';
import { RecordSelect } from '../../components/record-select.tsx';
import { showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { currentZone } from '../../i18n/zone.ts';
import { useNames } from '../../lib/names.ts';
import { saveFile } from '../../lib/save-file.ts';
import { usePermission } from '../../shell/me.ts';
import { cancelEvents } from './cancel-events.ts';
import { Content } from './content.tsx';
import { DEFAULT_CHANNEL, type Fields } from './fields.ts';
import { CHANNELS, type Channel, EVENT_TYPES, type EventType } from './model.ts';
import { RepeatFields } from './repeat-fields.tsx';
import { translations as repeatTexts } from './repeat-translations.ts';
import type { Scope } from './series.ts';
import { translations } from './translations.ts';
import { EVENTS_KEY, forgetSeries } from './use-events.tsx';

const MAX_TITLE_LENGTH = 200;

/** The form of an event. Read-only without permission. */
export function EventForm({
  fields,
  draft,
  event,
  series,
  scope = 'this',
  problems,
  isSaving,
  onChange: set,
  onSubmit,
  onDone,
}: {
  fields: Fields;
  draft?: RestoredDraft;
  event?: GtmEvent;
  /** What stands below the times of an event of a series. */
  series?: ReactNode;
  /** Which events of a series are cancelled. */
  scope?: Scope;
  /** What stands above the buttons. */
  problems: ReactNode;
  isSaving: boolean;
  onChange: (changes: Partial<Fields>) => void;
  onSubmit: () => void;
  onDone: () => void;
}) {
  const t = useTranslations(translations);
  const tRepeat = useTranslations(repeatTexts);
  const canManage = usePermission('manage_content');
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        onSubmit();
      }}
    >
      {draft && canManage && <DraftNote draft={draft} />}
      <Fieldset variant="unstyled" disabled={!canManage || isSaving}>
        <Stack gap="sm">
          <TextInput
            label={t.eventTitle}
            value={fields.title}
            onChange={({ currentTarget }) => set({ title: currentTarget.value })}
            maxLength={MAX_TITLE_LENGTH}
            required
            data-autofocus
          />
          <KindFields fields={fields} set={set} />
          <TimeFields fields={fields} set={set} />
          {!event && (
            <RepeatFields
              repeat={fields.repeat ?? null}
              none={tRepeat.never}
              start={fields.start}
              onChange={(repeat) => set({ repeat })}
            />
          )}
          {series}
          <Textarea
            label={t.description}
            value={fields.description}
            onChange={({ currentTarget }) => set({ description: currentTarget.value })}
            autosize
            minRows={2}
            maxRows={8}
          />
        </Stack>
      </Fieldset>
      <Stack gap="sm" mt="sm">
        <RelatedRecords fields={fields} event={event} />
        {problems}
        <Group justify="space-between">
          <Group gap="xs">{event && <EventActions event={event} scope={scope} onDone={onDone} />}</Group>
          {canManage && (
            <Button type="submit" loading={isSaving}>
              {event ? t.save : t.add}
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

function KindFields({ fields, set }: PartProps) {
  const t = useTranslations(translations);
  const all = useNames()?.campaigns ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: all.length > 0 ? 3 : 2 }}>
      <NativeSelect
        label={t.type}
        value={fields.type}
        onChange={({ currentTarget }) => {
          const type = currentTarget.value as EventType;
          set({ type, channel: DEFAULT_CHANNEL[type] });
        }}
        data={EVENT_TYPES.map((value) => ({ value, label: t[value] }))}
      />
      <NativeSelect
        label={t.channel}
        value={fields.channel}
        onChange={({ currentTarget }) => set({ channel: currentTarget.value as Channel })}
        data={CHANNELS.map((value) => ({ value, label: t[value] }))}
      />
      {all.length > 0 && (
        <RecordSelect
          label={t.campaign}
          none={t.noCampaign}
          records={all}
          value={fields.campaignId}
          onChange={(campaignId) => set({ campaignId })}
        />
      )}
    </SimpleGrid>
  );
}

function TimeFields({ fields, set }: PartProps) {
  const t = useTranslations(translations);
  const { isAllDay, start, end, timezone } = fields;
  const type = isAllDay ? 'date' : 'datetime-local';
  const shown = (time: string) => (isAllDay ? time.slice(0, 10) : time);
  const typed = (value: string) => (isAllDay && value ? `${value}T09:00` : value);
  const here = currentZone();
  return (
    <>
      <Checkbox
        label={t.wholeDays}
        checked={isAllDay}
        onChange={({ currentTarget }) => set({ isAllDay: currentTarget.checked })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type={type}
          label={t.starts}
          description={t.zone(isAllDay ? timezone : here)}
          value={shown(start)}
          onChange={({ currentTarget }) => set({ start: typed(currentTarget.value) })}
          required
        />
        <TextInput
          type={type}
          label={isAllDay ? t.lastDay : t.ends}
          description={t.optional}
          value={shown(end)}
          min={shown(start)}
          onChange={({ currentTarget }) => set({ end: typed(currentTarget.value) })}
        />
      </SimpleGrid>
    </>
  );
}

/** Links to the content item and to the execution that scheduled the event. */
function RelatedRecords({ fields, event }: { fields: Fields; event: GtmEvent | undefined }) {
  const t = useTranslations(translations);
  const executionId = event?.attributes.execution_id ?? null;
  return (
    <>
      {fields.contentItemId !== null && <Content id={fields.contentItemId} />}
      {executionId !== null && (
        <Text size="sm">
          {t.scheduledBy}{' '}
          <Link to="/executions/$id" params={{ id: String(executionId) }}>
            #{executionId}
          </Link>
        </Text>
      )}
    </>
  );
}

/** Downloads the event, or cancels it, or those of its series, after a confirmation. */
function EventActions({ event, scope, onDone }: { event: GtmEvent; scope: Scope; onDone: () => void }) {
  const t = useTranslations(translations);
  const tRepeat = useTranslations(repeatTexts);
  const canManage = usePermission('manage_content');
  const queryClient = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const path = { id: event.id };
  const download = useMutation({
    mutationFn: async () =>
      saveFile(await downloadGtmEvent({ path, parseAs: 'blob', throwOnError: true }), `${event.id}.ics`),
    onError: showError,
  });
  const cancel = useMutation({
    mutationFn: () => cancelEvents(event, scope),
    onSuccess: () => {
      notifications.show({ message: scope === 'this' ? t.cancelled : tRepeat.cancelled });
      onDone();
      forgetSeries(queryClient);
      return queryClient.invalidateQueries({ queryKey: EVENTS_KEY });
    },
    onError: showError,
  });
  if (isConfirming) {
    return (
      <>
        <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {{ this: t.cancelConfirm, following: tRepeat.cancelFollowing, all: tRepeat.cancelAll }[scope]}
        </Button>
        <Button variant="default" onClick={() => setIsConfirming(false)}>
          {t.keep}
        </Button>
      </>
    );
  }
  return (
    <>
      {canManage && (
        <Button variant="default" onClick={() => setIsConfirming(true)}>
          {t.cancelEvent}
        </Button>
      )}
      <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
        {t.ics}
      </Button>
    </>
  );
}
