import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  listWebhookDeliveriesQueryKey,
  recoverWebhookDeliveriesMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { RecoverWebhookDeliveriesBody } from '../../api/generated/client/types.gen.ts';
import { ErrorNotice } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { fieldError } from '../../lib/field-error.ts';
import { texts } from './texts.ts';

const DAY_MS = 86_400_000;

/** Counts what failed or was skipped in a range of time, and then sends it. */
export function Recover({ webhookId, onDone }: { webhookId: number; onDone: () => void }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const [since, setSince] = useState(() => inputOf(new Date(Date.now() - DAY_MS)));
  const [until, setUntil] = useState('');
  const [onlyFailed, setOnlyFailed] = useState(false);
  const path = { id: webhookId };
  const count = useMutation(recoverWebhookDeliveriesMutation());
  const recover = useMutation({
    ...recoverWebhookDeliveriesMutation(),
    onSuccess: ({ data }) => {
      notifications.show({ message: say.recoveredNow(data.recovered) });
      onDone();
      return queries.invalidateQueries({ queryKey: listWebhookDeliveriesQueryKey({ path }) });
    },
  });
  /** What was counted no longer is what would be sent. */
  const change = (make: () => void) => {
    make();
    count.reset();
    recover.reset();
  };
  const body: RecoverWebhookDeliveriesBody = {
    since: momentOf(since) ?? '',
    until: momentOf(until),
    only_failed: onlyFailed,
  };
  const error = recover.error ?? count.error;
  const matched = count.data?.data.matched;
  const send = (matched ?? 0) > 0;
  return (
    <Stack>
      <Text size="sm">{say.recoverText}</Text>
      <MomentInput
        label={say.from}
        value={since}
        error={fieldError(error, 'since')}
        onChange={(value) => change(() => setSince(value))}
      />
      <MomentInput
        label={say.to}
        value={until}
        error={fieldError(error, 'until')}
        onChange={(value) => change(() => setUntil(value))}
      />
      <Checkbox
        label={say.onlyFailed}
        checked={onlyFailed}
        onChange={({ currentTarget: { checked } }) => change(() => setOnlyFailed(checked))}
      />
      {matched !== undefined && <Text aria-live="polite">{say.matched(matched)}</Text>}
      {error && <ErrorNotice error={error} />}
      <Group>
        <Button
          variant={send ? 'default' : 'filled'}
          loading={count.isPending}
          onClick={() => count.mutate({ path, body: { ...body, dry_run: true } })}
        >
          {say.count}
        </Button>
        {send && matched !== undefined && (
          <Button loading={recover.isPending} onClick={() => recover.mutate({ path, body })}>
            {say.sendThem(matched)}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function MomentInput({
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

/** A moment as the browser's field has it: the viewer's zone, to the minute. */
function inputOf(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function momentOf(input: string): string | undefined {
  return input === '' ? undefined : new Date(input).toISOString();
}
