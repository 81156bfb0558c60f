import { Button, FileButton, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { previewGtmImport } from '../../api/generated/client/sdk.gen.ts';
import type { PreviewGtmImportBody } from '../../api/generated/client/types.gen.ts';
import { RecordSelect } from '../../components/record-select.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { currentZone } from '../../i18n/zone.ts';
import { decodedText } from '../../lib/decode-file.ts';
import { InputProblem } from '../../lib/error-help.ts';
import { useNames } from '../../lib/names.ts';
import { DEFAULT_CHANNEL } from './fields.ts';
import { ImportPreview } from './import-preview.tsx';
import { translations as importTexts } from './import-translations.ts';
import { CHANNELS, type Channel, EVENT_TYPES, type EventType } from './model.ts';
import { translations } from './translations.ts';

/** A million characters, which the API takes, have no more bytes than these. */
const MAX_BYTES = 4_000_000;

type Defaults = Required<Pick<PreviewGtmImportBody, 'event_type' | 'channel' | 'campaign_id'>>;

/** Chooses a file of events, shows what would come of it, and imports it. Nothing is stored before. */
export default function ImportForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations(importTexts);
  const [defaults, setDefaults] = useState<Defaults>({
    event_type: 'blog_post',
    channel: DEFAULT_CHANNEL.blog_post,
    campaign_id: null,
  });
  const [file, setFile] = useState<File | null>(null);
  const preview = useMutation({
    mutationFn: async (given: { file: File } & Defaults) => {
      if (given.file.size > MAX_BYTES) throw new InputProblem(t.tooLarge);
      const body = await bodyOf(given);
      const { data } = await previewGtmImport({ body, throwOnError: true });
      return { body, preview: data.data };
    },
  });
  const look = (chosen: File | null, with_: Defaults) => {
    setFile(chosen);
    setDefaults(with_);
    if (chosen) preview.mutate({ file: chosen, ...with_ });
  };
  return (
    <Stack>
      <Text size="sm">{t.lead}</Text>
      <DefaultFields defaults={defaults} onChange={(changes) => look(file, { ...defaults, ...changes })} />
      <Text size="sm" c="dimmed">
        {t.zone(currentZone())}
      </Text>
      <Group>
        <FileButton accept=".ics,.csv" onChange={(chosen) => chosen && look(chosen, defaults)}>
          {(props) => (
            <Button {...props} variant="default" loading={preview.isPending}>
              {file ? t.chooseOther : t.choose}
            </Button>
          )}
        </FileButton>
        {file && (
          <Text size="sm" dir="auto">
            {file.name}
          </Text>
        )}
      </Group>
      {preview.error && <ErrorAlert error={preview.error} />}
      {preview.data && !preview.isPending && <ImportPreview {...preview.data} onDone={onDone} />}
    </Stack>
  );
}

/** What events are that do not say it themselves. */
function DefaultFields({ defaults, onChange }: { defaults: Defaults; onChange: (changes: Partial<Defaults>) => void }) {
  const t = useTranslations(translations);
  const tImport = useTranslations(importTexts);
  const campaigns = useNames()?.campaigns ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        label={tImport.type}
        value={defaults.event_type}
        data={EVENT_TYPES.map((value) => ({ value, label: t[value] }))}
        onChange={({ currentTarget }) => {
          const type = currentTarget.value as EventType;
          onChange({ event_type: type, channel: DEFAULT_CHANNEL[type] });
        }}
      />
      <NativeSelect
        label={tImport.channel}
        value={defaults.channel}
        data={CHANNELS.map((value) => ({ value, label: t[value] }))}
        onChange={({ currentTarget }) => onChange({ channel: currentTarget.value as Channel })}
      />
      {campaigns.length > 0 && (
        <RecordSelect
          label={tImport.campaign}
          none={t.noCampaign}
          records={campaigns}
          value={defaults.campaign_id}
          onChange={(campaign_id) => onChange({ campaign_id })}
        />
      )}
    </SimpleGrid>
  );
}

async function bodyOf({ file, ...defaults }: { file: File } & Defaults): Promise<PreviewGtmImportBody> {
  const format = file.name.toLowerCase().endsWith('.ics') ? 'ics' : 'csv';
  return {
    format,
    content: decodedText(new Uint8Array(await file.arrayBuffer())),
    timezone: currentZone(),
    ...defaults,
  };
}
