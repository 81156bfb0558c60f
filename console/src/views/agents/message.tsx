import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { type KeyboardEvent, type SubmitEvent, useRef } from 'react';
import type { DryRunMessage, SendDryRunMessageBody } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { translations } from './translations.ts';

/** A message of the conversation. */
export function Message({ author, content, at }: { author: DryRunMessage['role']; content: string; at?: string }) {
  const t = useTranslations(translations);
  return (
    <Paper
      component="li"
      withBorder
      p="sm"
      maw="min(100%, 640px)"
      ml={author === 'user' ? 'auto' : undefined}
      mr={author === 'user' ? undefined : 'auto'}
    >
      <Group gap="sm" justify="space-between">
        <Text size="sm" fw={600}>
          {t[author]}
        </Text>
        {at && (
          <Text size="xs" c="dimmed">
            <DateTime at={at} />
          </Text>
        )}
      </Group>
      <Text size="sm" className="pre-wrap">
        {content}
      </Text>
    </Paper>
  );
}

/** The input for a message. It keeps its text until the message has been sent. */
export function Composer({
  session,
  isSending,
  onSend,
}: {
  /** Id of the session, whose message is kept until it was sent. */
  session: string;
  isSending: boolean;
  onSend: (body: SendDryRunMessageBody, onSent: () => void) => void;
}) {
  const t = useTranslations(translations);
  const { values: message, change: setMessage } = useFormDraft(`dry-runs/${session}`, '');
  // Kept for retries of the same text, so that a message whose response was lost is not sent twice.
  const clientId = useRef<string>(undefined);
  const send = () => {
    if (isSending || message.trim() === '') return;
    clientId.current ??= crypto.randomUUID();
    onSend({ message, client_message_id: clientId.current }, () => {
      clientId.current = undefined;
      setMessage('');
    });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label={t.message}
          description={t.messageHint}
          autosize
          minRows={2}
          maxRows={10}
          value={message}
          disabled={isSending}
          onKeyDown={sendByKeys}
          onChange={(event) => {
            clientId.current = undefined;
            setMessage(event.currentTarget.value);
          }}
        />
        <Group>
          <Button type="submit" loading={isSending}>
            {t.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
