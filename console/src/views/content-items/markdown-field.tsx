import { ActionIcon, Card, Group, SimpleGrid, Text, Textarea, Title } from '@mantine/core';
import { type Icon, IconBold, IconHeading, IconItalic, IconLink, IconList, IconQuote } from '@tabler/icons-react';
import { type KeyboardEventHandler, type RefObject, useDeferredValue, useRef } from 'react';
import { useTranslations } from '../../i18n/translations.ts';
import { Markdown } from './markdown.tsx';
import { insertText } from './text-field.ts';
import { translations } from './translations.ts';

const MIN_ROWS = 16;
const MAX_ROWS = 40;

/** A text in Markdown beside its preview. */
export function MarkdownField({
  value,
  error,
  fieldRef,
  onChange,
  onKeyDown,
}: {
  value: string;
  error?: string | undefined;
  /** For those who need to know what is selected. */
  fieldRef?: RefObject<HTMLTextAreaElement | null>;
  onChange: (value: string) => void;
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
}) {
  const t = useTranslations(translations);
  const preview = useDeferredValue(value);
  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = fieldRef ?? ownField;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} className="side-by-side">
      <Textarea
        ref={field}
        label={t.body}
        inputContainer={(input) => (
          <>
            <MarkdownToolbar fieldRef={field} />
            {input}
          </>
        )}
        value={value}
        error={error}
        required
        autosize
        minRows={MIN_ROWS}
        maxRows={MAX_ROWS}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Preview source={preview} />
    </SimpleGrid>
  );
}

/** A text as readers will see it. */
export function Preview({ source }: { source: string }) {
  const t = useTranslations(translations);
  return (
    <Card withBorder component="section" aria-label={t.preview} tabIndex={0}>
      <Title order={2} size="h6" mb="xs">
        {t.preview}
      </Title>
      {source.trim() ? (
        <Markdown source={source} />
      ) : (
        <Text size="sm" c="dimmed">
          {t.previewEmpty}
        </Text>
      )}
    </Card>
  );
}

type Tool = 'bold' | 'italic' | 'link' | 'heading' | 'list' | 'quote';

const TOOLS: readonly (readonly [Tool, Icon, (selected: string) => string])[] = [
  ['bold', IconBold, (selected) => `**${selected}**`],
  ['italic', IconItalic, (selected) => `*${selected}*`],
  ['link', IconLink, (selected) => `[${selected}](https://)`],
  ['heading', IconHeading, (selected) => eachLine(selected, '## ')],
  ['list', IconList, (selected) => eachLine(selected, '- ')],
  ['quote', IconQuote, (selected) => eachLine(selected, '> ')],
];

/** Inserts Markdown marks around the selection. */
function MarkdownToolbar({ fieldRef }: { fieldRef: RefObject<HTMLTextAreaElement | null> }) {
  const t = useTranslations(translations);
  const apply = (mark: (selected: string) => string) => {
    const field = fieldRef.current;
    if (!field) return;
    insertText(field, mark(field.value.slice(field.selectionStart, field.selectionEnd)));
  };
  return (
    <Group gap={4} mb={4} role="toolbar" aria-label={t.markup}>
      {TOOLS.map(([name, Icon, mark]) => (
        <ActionIcon key={name} variant="default" aria-label={t[name]} title={t[name]} onClick={() => apply(mark)}>
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}

function eachLine(text: string, mark: string): string {
  return text
    .split('\n')
    .map((line) => mark + line)
    .join('\n');
}
