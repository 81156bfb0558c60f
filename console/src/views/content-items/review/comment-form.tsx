import { Button, Group, Stack, Textarea } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { useState } from 'react';
import { LazyMultiSelect } from '../../../components/multi-select.tsx';
import { ErrorAlert } from '../../../components/states.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { usePeople } from '../../../lib/people.ts';
import { MAX_COMMENT_LENGTH, useOwnId } from './model.ts';
import { translations } from './translations.ts';

/** What a comment says, and for whom. */
interface CommentText {
  body: string;
  mentions: number[];
}

const MAX_MENTIONS = 20;

/** A comment that is being written, and the people whom it mentions. */
export function CommentForm({
  label,
  action,
  initial = { body: '', mentions: [] },
  isPending,
  error,
  onSend,
  onSent,
  onCancel,
}: {
  label: string;
  /** Label of the button that sends it. */
  action: string;
  initial?: CommentText;
  isPending: boolean;
  error: unknown;
  onSend: (text: CommentText) => Promise<unknown>;
  onSent?: () => void;
  onCancel?: () => void;
}) {
  const t = useTranslations(translations);
  const own = useOwnId();
  const people = usePeople().filter(({ id }) => id !== own);
  const [text, setText] = useState(initial);
  const [isNaming, setNaming] = useState(initial.mentions.length > 0);
  const isEmpty = text.body.trim() === '';
  const send = () => {
    if (isEmpty || isPending) return;
    onSend(text).then(
      () => {
        setText({ body: '', mentions: [] });
        setNaming(false);
        onSent?.();
      },
      // The form shows it.
      () => undefined,
    );
  };
  return (
    <Stack gap="xs">
      <Textarea
        label={label}
        value={text.body}
        maxLength={MAX_COMMENT_LENGTH}
        autosize
        minRows={2}
        maxRows={12}
        onChange={(event) => setText({ ...text, body: event.currentTarget.value })}
        onKeyDown={getHotkeyHandler([['mod+Enter', send]])}
      />
      {isNaming && (
        <LazyMultiSelect
          label={t.mention}
          data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={text.mentions.map(String)}
          searchable
          maxValues={MAX_MENTIONS}
          onChange={(ids) => setText({ ...text, mentions: ids.map(Number) })}
        />
      )}
      {error ? <ErrorAlert error={error} /> : null}
      <Group gap="xs">
        <Button size="xs" variant="default" disabled={isEmpty} loading={isPending} onClick={send}>
          {action}
        </Button>
        {people.length > 0 && !isNaming && (
          <Button size="xs" variant="default" onClick={() => setNaming(true)}>
            {t.nameSomebody}
          </Button>
        )}
        {onCancel && (
          <Button size="xs" variant="subtle" onClick={onCancel}>
            {t.cancel}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
