import { Button, Group, Stack, Text } from '@mantine/core';
import { ErrorNotice } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { SavableText } from './savable-text.tsx';
import { texts } from './texts.ts';
import type { Writing } from './writing.ts';

/** The texts as they come; once they are whole, they can be changed and saved. */
export function Written({ writing }: { writing: Writing }) {
  const say = useTexts(texts);
  const { results, messageId, isWriting, isDone, error } = writing;
  const isBroken = messageId !== undefined && !isWriting && !isDone;
  if (!isWriting && messageId === undefined) {
    return error ? <ErrorNotice error={error} /> : <Text size="sm">{say.waiting}</Text>;
  }
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" aria-live="polite">
          {isWriting ? say.writing : isBroken ? say.brokeOff : ''}
        </Text>
        {isWriting && messageId !== undefined && (
          <Button variant="default" size="xs" onClick={writing.stop}>
            {say.stop}
          </Button>
        )}
      </Group>
      {isDone && messageId !== undefined
        ? results.map((text, index) => (
            <SavableText
              // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a message are known by their order
              key={`${messageId} ${index}`}
              messageId={messageId}
              text={text}
              label={results.length > 1 ? say.writtenOf(index + 1) : say.written}
            />
          ))
        : results.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a message are known by their order
            <Text key={index} className="wrapped" aria-busy={isWriting}>
              {text}
            </Text>
          ))}
      {isBroken && (
        <>
          {Boolean(error) && <ErrorNotice error={error} />}
          <Group>
            <Button onClick={writing.goOn}>{say.goOn}</Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
