import { Button, Group, Stack, Text } from '@mantine/core';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { SavableText } from './savable-text.tsx';
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
          {isGenerating ? t.generation : isIncomplete ? t.incomplete : ''}
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
