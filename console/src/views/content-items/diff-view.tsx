import { Box, Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { type DiffHunk, type DiffPart, diffText, diffWords } from './diff.ts';
import { translations } from './translations.ts';
import type { DraftText } from './use-draft.ts';

/** Unchanged lines that are shown around a change. */
const CONTEXT_LINES = 3;

/** A diff: removed text is struck out, added text is underlined, and unchanged lines appear only around changes. */
export default function DiffView({ before, after }: { before: DraftText; after: DraftText }) {
  const t = useTranslations(translations);
  const hunks = useMemo(() => diffText(before.body, after.body), [before.body, after.body]);
  const isSame = before.title === after.title && hunks.every(({ kind }) => kind === 'same');
  if (isSame) return <Text size="sm">{t.same}</Text>;
  return (
    <Box component="section" aria-label={t.difference} className="pre-wrap diff">
      {before.title !== after.title && (
        <Text fw={600}>
          <PartsView parts={diffWords(before.title, after.title)} />
        </Text>
      )}
      {hunks.map((hunk, index) => (
        <HunkView
          // biome-ignore lint/suspicious/noArrayIndexKey: hunks have no id
          key={index}
          hunk={hunk}
          isFirst={index === 0}
          isLast={index === hunks.length - 1}
        />
      ))}
    </Box>
  );
}

function HunkView({ hunk, isFirst, isLast }: { hunk: DiffHunk; isFirst: boolean; isLast: boolean }) {
  const t = useTranslations(translations);
  const format = useFormat();
  if (hunk.kind === 'changed') {
    return (
      <Text size="sm">
        <PartsView parts={hunk.parts} />
      </Text>
    );
  }
  const { lines } = hunk;
  const head = isFirst ? [] : lines.slice(0, CONTEXT_LINES);
  const tail = isLast ? [] : lines.slice(Math.max(head.length, lines.length - CONTEXT_LINES));
  const hidden = lines.length - head.length - tail.length;
  return (
    <>
      {head.length > 0 && <Text size="sm">{head.join('\n')}</Text>}
      {hidden > 0 && (
        <Text size="xs" c="dimmed" my={4}>
          … {t.unchanged(format.number(hidden))}
        </Text>
      )}
      {tail.length > 0 && <Text size="sm">{tail.join('\n')}</Text>}
    </>
  );
}

/** Words of a diff; the labels are for people who cannot see the colours. */
export function PartsView({ parts }: { parts: readonly DiffPart[] }) {
  const t = useTranslations(translations);
  return parts.map(({ kind, text }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id
    if (kind === 'same') return <span key={index}>{text}</span>;
    const Mark = kind === 'added' ? 'ins' : 'del';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id
      <Mark key={index}>
        <VisuallyHidden>{kind === 'added' ? t.addedText : t.removedText} </VisuallyHidden>
        {text}
      </Mark>
    );
  });
}
