import { ActionIcon, Group } from '@mantine/core';
import { type Icon, IconBold, IconHeading, IconItalic, IconLink, IconList, IconQuote } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

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
export function MarkdownToolbar({ fieldRef }: { fieldRef: RefObject<HTMLTextAreaElement | null> }) {
  const t = useTranslations(translations);
  const apply = (mark: (selected: string) => string) => {
    const field = fieldRef.current;
    if (!field) return;
    const selected = field.value.slice(field.selectionStart, field.selectionEnd);
    field.focus();
    // Unlike setting the value, this can be undone with the keyboard.
    document.execCommand('insertText', false, mark(selected));
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
