import { Button, Group, List, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import { regenerateGtmToken, subscribeToGtmSchedule } from '../../api/generated/client/sdk.gen.ts';
import type {
  SubscribeToGtmScheduleBody,
  SubscribeToGtmScheduleResponse,
} from '../../api/generated/client/types.gen.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { QueryContent, showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';
import { type Filters, toQuery } from './use-events.tsx';

type Feed = SubscribeToGtmScheduleResponse['data'];

const KEY = ['calendar-feed'] as const;
const APPLICATIONS = ['google', 'apple', 'outlook', 'other'] as const;

/** The address of the person's feed, instructions for each application, and the feed's filters. */
export default function Subscription({ filters }: { filters: Filters }) {
  const query = useQuery({
    queryKey: KEY,
    // Created on first use, then reused.
    queryFn: async () => (await subscribeToGtmSchedule({ body: {}, throwOnError: true })).data.data,
    gcTime: 0,
  });
  return <QueryContent query={query}>{(feed) => <Details feed={feed} filters={filters} />}</QueryContent>;
}

function Details({ feed, filters }: { feed: Feed; filters: Filters }) {
  const t = useTranslations(translations);
  const url = feed.subscription_url ?? '';
  return (
    <Stack>
      <Group align="end" wrap="nowrap" gap="xs">
        <TextInput label={t.feedAddress} value={url} readOnly flex={1} onFocus={(event) => event.target.select()} />
        <CopyButton variant="default" value={url} words={t} />
      </Group>
      <Text size="sm">{t.keepSecret}</Text>
      <Tabs defaultValue="google" keepMounted={false}>
        <Tabs.List>
          {APPLICATIONS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {APPLICATIONS.map((name) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <List type="ordered" size="sm">
              {t[`${name}Steps`].split('\n').map((step) => (
                <List.Item key={step}>{step}</List.Item>
              ))}
            </List>
          </Tabs.Panel>
        ))}
      </Tabs>
      <Group align="center">
        <QrCode text={url} label={t.qrCode} />
        <Text size="sm" maw={260}>
          {t.qrCodeText}
        </Text>
      </Group>
      <FeedFilters feed={feed} filters={filters} />
      <Regenerate />
    </Stack>
  );
}

/** The filters of the feed. */
function FeedFilters({ feed, filters }: { feed: Feed; filters: Filters }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (filter: SubscribeToGtmScheduleBody['filters']) =>
      (await subscribeToGtmSchedule({ body: { filters: filter }, throwOnError: true })).data.data,
    onSuccess: (changed) => queryClient.setQueryData(KEY, changed),
    onError: showError,
  });
  const { start_date: _from, end_date: _to, ...filter } = toQuery({ from: '', to: '' }, filters);
  const shown = feed.filters;
  const words = [
    ...(shown?.event_types ?? []).map((type) => t[type]),
    ...(shown?.channels ?? []).map((channel) => t[channel]),
    ...(shown?.campaign_id === undefined ? [] : [t.campaignNumber(shown.campaign_id)]),
  ];
  return (
    <Group>
      <Text size="sm" aria-live="polite">
        {t.feedShows} {words.length > 0 ? words.join(' · ') : t.allEvents}
      </Text>
      {Object.keys(filter).length > 0 && (
        <Button size="xs" variant="default" loading={isPending} onClick={() => mutate(filter)}>
          {t.applyFilters}
        </Button>
      )}
      {words.length > 0 && (
        <Button size="xs" variant="default" loading={isPending} onClick={() => mutate(null)}>
          {t.showAll}
        </Button>
      )}
    </Group>
  );
}

/** Replaces the address of the feed. */
function Regenerate() {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await regenerateGtmToken({ throwOnError: true })).data.data,
    onSuccess: (changed) => {
      queryClient.setQueryData(KEY, changed);
      notifications.show({ message: t.regenerated });
    },
    onError: showError,
    onSettled: () => setIsConfirming(false),
  });
  if (!isConfirming) {
    return (
      <Group>
        <Button size="xs" variant="default" onClick={() => setIsConfirming(true)}>
          {t.regenerate}
        </Button>
      </Group>
    );
  }
  return (
    <Group>
      <Text size="sm">{t.regenerateText}</Text>
      <Button size="xs" color="red" loading={isPending} onClick={() => mutate()}>
        {t.regenerate}
      </Button>
      <Button size="xs" variant="default" onClick={() => setIsConfirming(false)}>
        {t.cancel}
      </Button>
    </Group>
  );
}

const SIZE_PX = 180;

/** A QR code, black on white in both colour schemes so that cameras can read it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={SIZE_PX} height={SIZE_PX} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
