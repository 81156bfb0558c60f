import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { saveWriterTextMutation } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { ErrorAlert, showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';
import type { TextGeneration } from './use-text-generation.ts';

/** Generated texts while they stream in. Once complete they can be edited and saved. */
export function GeneratedTexts({ generation }: { generation: TextGeneration }) {
  const t = useTranslations(translations);
  const { results, messageId, isGenerating, isDone, error } = generation;
  const isIncomplete = messageId !== undefined && !isGenerating && !isDone;
  if (!isGenerating && messageId === undefined) {
    return error ? <ErrorAlert error={error} /> : <Text size="sm">{t.waiting}</Text>;
  }
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" aria-live="polite">
          {isGenerating ? t.generation : isIncomplete ? t.incomplete : isDone ? t.complete : ''}
        </Text>
        {isGenerating && messageId !== undefined && (
          <Button variant="default" size="xs" onClick={generation.stop}>
            {t.stop}
          </Button>
        )}
      </Group>
      {isDone && messageId !== undefined
        ? results.map((text, index) => (
            <SavableText
              // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a message are identified by their order
              key={`${messageId} ${index}`}
              messageId={messageId}
              text={text}
              label={results.length > 1 ? t.writtenOf(index + 1) : t.written}
            />
          ))
        : results.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a message are identified by their order
            <Text key={index} className="pre-wrap" aria-busy={isGenerating}>
              {text}
            </Text>
          ))}
      {isIncomplete && (
        <>
          {Boolean(error) && <ErrorAlert error={error} />}
          <Group>
            <Button onClick={generation.resume}>{t.resume}</Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

/** A text that can be edited and saved to the board. */
export function SavableText({ messageId, text, label }: { messageId: number; text: string; label: string }) {
  const t = useTranslations(translations);
  const [response, setResponse] = useState(text);
  const save = useMutation({
    ...saveWriterTextMutation(),
    onSuccess: () => notifications.show({ message: t.savedMessage }),
    onError: showError,
  });
  return (
    <Stack gap="xs">
      <Textarea
        label={label}
        autosize
        minRows={6}
        maxRows={24}
        value={response}
        onChange={(event) => {
          save.reset();
          setResponse(event.currentTarget.value);
        }}
      />
      <Group>
        <Button
          loading={save.isPending}
          disabled={save.isSuccess || response.trim() === ''}
          onClick={() => save.mutate({ body: { message_id: messageId, response } })}
        >
          {t.save}
        </Button>
        {save.isSuccess && (
          <Anchor renderRoot={(props) => <Link to="/board" {...props} />} size="sm">
            {t.toBoard}
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}
