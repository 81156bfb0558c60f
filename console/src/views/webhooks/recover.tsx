import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  listWebhookDeliveriesQueryKey,
  recoverWebhookDeliveriesMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { RecoverWebhookDeliveriesBody } from '../../api/generated/client/types.gen.ts';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { DAY_MS, instantOf, wallTimeIn } from '../../i18n/zone.ts';
import { fieldError } from '../../lib/form-props.ts';
import { translations } from './translations.ts';

/** Counts the failed or skipped deliveries of a period, then resends them. */
export function Recover({ webhookId, onDone }: { webhookId: number; onDone: () => void }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const [since, setSince] = useState(() => toInputValue(new Date(Date.now() - DAY_MS)));
  const [until, setUntil] = useState('');
  const [onlyFailed, setOnlyFailed] = useState(false);
  const path = { id: webhookId };
  const count = useMutation(recoverWebhookDeliveriesMutation());
  const recover = useMutation({
    ...recoverWebhookDeliveriesMutation(),
    onSuccess: ({ data }) => {
      notifications.show({ message: t.recoveredMessage(data.recovered) });
      onDone();
      return queryClient.invalidateQueries({ queryKey: listWebhookDeliveriesQueryKey({ path }) });
    },
  });
  /** Discards the count, which no longer matches the form. */
  const change = (make: () => void) => {
    make();
    count.reset();
    recover.reset();
  };
  const body: RecoverWebhookDeliveriesBody = {
    since: toInstant(since) ?? '',
    until: toInstant(until),
    only_failed: onlyFailed,
  };
  const error = recover.error ?? count.error;
  const matched = count.data?.data.matched;
  const send = (matched ?? 0) > 0;
  return (
    <Stack>
      <Text size="sm">{t.recoverText}</Text>
      <DateTimeInput
        label={t.from}
        value={since}
        error={fieldError(error, 'since')}
        onChange={(value) => change(() => setSince(value))}
      />
      <DateTimeInput
        label={t.to}
        value={until}
        error={fieldError(error, 'until')}
        onChange={(value) => change(() => setUntil(value))}
      />
      <Checkbox
        label={t.onlyFailed}
        checked={onlyFailed}
        onChange={({ currentTarget: { checked } }) => change(() => setOnlyFailed(checked))}
      />
      {matched !== undefined && <Text aria-live="polite">{t.matched(matched)}</Text>}
      {error && <ErrorAlert error={error} />}
      <Group>
        <Button
          variant={send ? 'default' : 'filled'}
          loading={count.isPending}
          onClick={() => count.mutate({ path, body: { ...body, dry_run: true } })}
        >
          {t.count}
        </Button>
        {send && matched !== undefined && (
          <Button loading={recover.isPending} onClick={() => recover.mutate({ path, body })}>
            {t.sendCount(matched)}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function DateTimeInput({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: string;
  error: ReactNode;
  onChange: (value: string) => void;
}) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** An instant as the value of a datetime-local input. */
function toInputValue(moment: Date): string {
  return wallTimeIn(moment).slice(0, 16);
}

function toInstant(input: string): string | undefined {
  return input === '' ? undefined : instantOf(input);
}
