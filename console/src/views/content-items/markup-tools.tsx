import { ActionIcon, Group } from '@mantine/core';
import { type Icon, IconBold, IconHeading, IconItalic, IconLink, IconList, IconQuote } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';

type Tool = 'bold' | 'italic' | 'link' | 'heading' | 'list' | 'quote';

const TOOLS: readonly (readonly [Tool, Icon, (selected: string) => string])[] = [
  ['bold', IconBold, (selected) => `**${selected}**`],
  ['italic', IconItalic, (selected) => `*${selected}*`],
  ['link', IconLink, (selected) => `[${selected}](https://)`],
  ['heading', IconHeading, (selected) => eachLine(selected, '## ')],
  ['list', IconList, (selected) => eachLine(selected, '- ')],
  ['quote', IconQuote, (selected) => eachLine(selected, '> ')],
];

/** Puts Markdown's marks around what is selected, for those who do not know them. */
export function MarkupTools({ of }: { of: RefObject<HTMLTextAreaElement | null> }) {
  const say = useTexts(texts);
  const apply = (mark: (selected: string) => string) => {
    const field = of.current;
    if (!field) return;
    const selected = field.value.slice(field.selectionStart, field.selectionEnd);
    field.focus();
    // The only way to write into a field that can be undone in it.
    document.execCommand('insertText', false, mark(selected));
  };
  return (
    <Group gap={4} mb={4} role="toolbar" aria-label={say.markup}>
      {TOOLS.map(([name, Icon, mark]) => (
        <ActionIcon key={name} variant="default" aria-label={say[name]} title={say[name]} onClick={() => apply(mark)}>
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
