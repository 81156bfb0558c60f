import { Box, Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { differenceOf, type Part, partsOf, type Stretch } from './difference.ts';
import { texts } from './texts.ts';
import type { Writing } from './use-draft.ts';

/** Unchanged lines that are shown around a change. */
const CONTEXT_LINES = 3;

/** What became of a text: what went is struck out, what came is underlined, and what stayed is shown around them only. */
export function Difference({ before, after }: { before: Writing; after: Writing }) {
  const say = useTexts(texts);
  const stretches = useMemo(() => differenceOf(before.body, after.body), [before.body, after.body]);
  const isSame = before.title === after.title && stretches.every(({ kind }) => kind === 'same');
  if (isSame) return <Text size="sm">{say.same}</Text>;
  return (
    <Box component="section" aria-label={say.difference} className="wrapped difference">
      {before.title !== after.title && (
        <Text fw={600}>
          <Parts parts={partsOf(before.title, after.title)} />
        </Text>
      )}
      {stretches.map((stretch, index) => (
        <Shown
          // biome-ignore lint/suspicious/noArrayIndexKey: A stretch is known by its place only.
          key={index}
          stretch={stretch}
          isFirst={index === 0}
          isLast={index === stretches.length - 1}
        />
      ))}
    </Box>
  );
}

function Shown({ stretch, isFirst, isLast }: { stretch: Stretch; isFirst: boolean; isLast: boolean }) {
  const say = useTexts(texts);
  const format = useFormat();
  if (stretch.kind === 'changed') {
    return (
      <Text size="sm">
        <Parts parts={stretch.parts} />
      </Text>
    );
  }
  const { lines } = stretch;
  const head = isFirst ? [] : lines.slice(0, CONTEXT_LINES);
  const tail = isLast ? [] : lines.slice(Math.max(head.length, lines.length - CONTEXT_LINES));
  const hidden = lines.length - head.length - tail.length;
  return (
    <>
      {head.length > 0 && <Text size="sm">{head.join('\n')}</Text>}
      {hidden > 0 && (
        <Text size="xs" c="dimmed" my={4}>
          … {say.unchanged(format.number(hidden))}
        </Text>
      )}
      {tail.length > 0 && <Text size="sm">{tail.join('\n')}</Text>}
    </>
  );
}

/** Colours alone would tell nothing to those who hear the page, or see no colours. */
function Parts({ parts }: { parts: readonly Part[] }) {
  const say = useTexts(texts);
  return parts.map(({ kind, text }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: A part is known by its place only.
    if (kind === 'same') return <span key={index}>{text}</span>;
    const Mark = kind === 'added' ? 'ins' : 'del';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: A part is known by its place only.
      <Mark key={index}>
        <VisuallyHidden>{kind === 'added' ? say.addedText : say.removedText} </VisuallyHidden>
        {text}
      </Mark>
    );
  });
}
