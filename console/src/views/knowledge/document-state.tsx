import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { KnowledgeDocument, KnowledgeDocumentVersion } from '../../api/generated/client/types.gen.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './document-translations.ts';
import { translations as baseTranslations } from './translations.ts';

type Attributes = KnowledgeDocument['attributes'];

const COLORS: Readonly<Record<KnowledgeDocumentVersion['attributes']['status'], string>> = {
  pending: 'blue',
  ready: 'green',
  failed: 'red',
  replaced: 'gray',
};

/** Whether a document will be different soon, without anybody's doing. */
export function isChanging({ attributes: { status, replacement, embedding } }: KnowledgeDocument): boolean {
  return status === 'pending' || replacement?.status === 'pending' || embedding.status === 'pending';
}

/** The state of a version as a badge. */
export function VersionState({ status }: { status: keyof typeof COLORS }) {
  const t = useTranslations(baseTranslations);
  return <StatusBadge color={COLORS[status]}>{t[status]}</StatusBadge>;
}

/** State and format of a document, what is amiss with it, and what will replace it. */
export function DocumentState({ attributes }: { attributes: Attributes }) {
  const t = useTranslations(translations);
  const tBase = useTranslations(baseTranslations);
  const format = useFormat();
  const { knowledge_base_id: base, status, reason, notes, replacement, embedding, duplicate_of: twin } = attributes;
  return (
    <>
      <Group gap="xs">
        <VersionState status={status} />
        <Text size="sm">{tBase[attributes.format]}</Text>
        {status === 'ready' && <Text size="sm">{tBase.passagesCount(format.number(attributes.passages))}</Text>}
        {status === 'ready' && embedding.status !== 'none' && (
          <Text size="sm">{t[`embedding_${embedding.status}`]}</Text>
        )}
      </Group>
      {reason && <Text size="sm">{reason}</Text>}
      {notes && <Text size="sm">{notes}</Text>}
      {replacement && (
        <Text size="sm">
          {replacement.status === 'pending' ? t.replacementPending : t.replacementFailed(replacement.reason ?? '')}
        </Text>
      )}
      {twin !== null && (
        <Text size="sm">
          {t.duplicate}{' '}
          <Link to="/knowledge/$id/documents/$document" params={{ id: String(base), document: String(twin) }}>
            {t.duplicateLink}
          </Link>
        </Text>
      )}
    </>
  );
}
