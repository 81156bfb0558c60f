import { Button, CopyButton, Group, List, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { regenerateGtmToken, subscribeToGtmSchedule } from '../../api/generated/client/sdk.gen.ts';
import type {
  SubscribeToGtmScheduleBody,
  SubscribeToGtmScheduleResponse,
} from '../../api/generated/client/types.gen.ts';
import { showProblem } from '../../components/show-problem.tsx';
import { Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { type Filters, queryOf } from './events.ts';
import { QrCode } from './qr-code.tsx';
import { texts } from './texts.ts';

type Feed = SubscribeToGtmScheduleResponse['data'];

const KEY = ['calendar-feed'] as const;
const APPLICATIONS = ['google', 'apple', 'outlook', 'other'] as const;

/** The address of the person's own feed, how each application takes it up, and which events it shows. */
export function Subscription({ filters }: { filters: Filters }) {
  const query = useQuery({
    queryKey: KEY,
    // Made when it is looked at first, and shown again from then on.
    queryFn: async () => (await subscribeToGtmSchedule({ body: {}, throwOnError: true })).data.data,
    gcTime: 0,
  });
  return <Loaded query={query}>{(feed) => <Details feed={feed} filters={filters} />}</Loaded>;
}

function Details({ feed, filters }: { feed: Feed; filters: Filters }) {
  const say = useTexts(texts);
  const url = feed.subscription_url ?? '';
  return (
    <Stack>
      <Group align="end" wrap="nowrap" gap="xs">
        <TextInput label={say.feedAddress} value={url} readOnly flex={1} onFocus={(event) => event.target.select()} />
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? say.copied : say.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="sm">{say.keepSecret}</Text>
      <Tabs defaultValue="google" keepMounted={false}>
        <Tabs.List>
          {APPLICATIONS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {say[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {APPLICATIONS.map((name) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <List type="ordered" size="sm">
              {say[`${name}Steps`].split('\n').map((step) => (
                <List.Item key={step}>{step}</List.Item>
              ))}
            </List>
          </Tabs.Panel>
        ))}
      </Tabs>
      <Group align="center">
        <QrCode text={url} label={say.qrCode} />
        <Text size="sm" maw={260}>
          {say.qrCodeText}
        </Text>
      </Group>
      <Shows feed={feed} filters={filters} />
      <Regenerate />
    </Stack>
  );
}

/** Which events the feed shows. */
function Shows({ feed, filters }: { feed: Feed; filters: Filters }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (wanted: SubscribeToGtmScheduleBody['filters']) =>
      (await subscribeToGtmSchedule({ body: { filters: wanted }, throwOnError: true })).data.data,
    onSuccess: (changed) => queries.setQueryData(KEY, changed),
    onError: showProblem,
  });
  const { start_date: _from, end_date: _to, ...wanted } = queryOf({ from: '', to: '' }, filters);
  const shown = feed.filters;
  const words = [
    ...(shown?.event_types ?? []).map((type) => say[type]),
    ...(shown?.channels ?? []).map((channel) => say[channel]),
    ...(shown?.campaign_id === undefined ? [] : [say.campaignNumber(shown.campaign_id)]),
  ];
  return (
    <Group>
      <Text size="sm" aria-live="polite">
        {say.feedShows} {words.length > 0 ? words.join(' · ') : say.allEvents}
      </Text>
      {Object.keys(wanted).length > 0 && (
        <Button size="xs" variant="default" loading={isPending} onClick={() => mutate(wanted)}>
          {say.asFiltered}
        </Button>
      )}
      {words.length > 0 && (
        <Button size="xs" variant="default" loading={isPending} onClick={() => mutate(null)}>
          {say.showAll}
        </Button>
      )}
    </Group>
  );
}

/** Another address, for when this one was seen by others. */
function Regenerate() {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await regenerateGtmToken({ throwOnError: true })).data.data,
    onSuccess: (changed) => {
      queries.setQueryData(KEY, changed);
      notifications.show({ message: say.regenerated });
    },
    onError: showProblem,
    onSettled: () => setAsks(false),
  });
  if (!asks) {
    return (
      <Group>
        <Button size="xs" variant="default" onClick={() => setAsks(true)}>
          {say.regenerate}
        </Button>
      </Group>
    );
  }
  return (
    <Group>
      <Text size="sm">{say.regenerateText}</Text>
      <Button size="xs" color="red" loading={isPending} onClick={() => mutate()}>
        {say.regenerate}
      </Button>
      <Button size="xs" variant="default" onClick={() => setAsks(false)}>
        {say.cancel}
      </Button>
    </Group>
  );
}
