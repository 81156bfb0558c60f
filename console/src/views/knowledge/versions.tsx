import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { listKnowledgeBaseVersionsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { KnowledgeDocument } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLocale, useTranslations } from '../../i18n/translations.ts';
import { languageName } from '../../lib/languages.ts';
import { VersionState } from './document-state.tsx';
import { translations } from './document-translations.ts';
import { translations as baseTranslations } from './translations.ts';

const route = getRouteApi('/knowledge/$id/documents/$document');

/** Characters of a hash that are shown; versions differ in them. */
const SHOWN_HASH = 12;

/** The page of versions that the address names. */
export function useVersions() {
  const params = route.useParams();
  const { page, per_page } = route.useSearch();
  const path = { id: Number(params.id), document: Number(params.document) };
  return listKnowledgeBaseVersionsOptions({ path, query: { page, per_page } });
}

/** What is known of a document's file, and of those that it replaced. */
export function Versions({ document: { attributes } }: { document: KnowledgeDocument }) {
  const t = useTranslations(translations);
  const tBase = useTranslations(baseTranslations);
  const format = useFormat();
  const locale = useLocale();
  const size = (bytes: number) => t.kib(format.number(Math.ceil(bytes / 1024)));
  return (
    <Stack>
      <DescriptionList>
        <DescriptionItem name={t.version}>{format.number(attributes.version)}</DescriptionItem>
        <DescriptionItem name={t.format}>{tBase[attributes.format]}</DescriptionItem>
        <DescriptionItem name={t.size}>{size(attributes.bytes)}</DescriptionItem>
        {attributes.language && (
          <DescriptionItem name={t.language}>{languageName(locale, attributes.language)}</DescriptionItem>
        )}
        <DescriptionItem name={t.meaning}>{t[`embedding_${attributes.embedding.status}`]}</DescriptionItem>
      </DescriptionList>
      <Text size="sm" c="dimmed">
        {t.versionsText}
      </Text>
      <PagedTable
        text={{ title: t.versions, empty: t.versionsEmpty }}
        query={useVersions()}
        columns={[
          { header: t.version, cell: (each) => t.versionNumber(format.number(each.id)) },
          {
            header: t.state,
            cell: (each) => (
              <>
                <VersionState status={each.attributes.status} />
                {each.attributes.reason && <Text size="sm">{each.attributes.reason}</Text>}
              </>
            ),
          },
          { header: t.format, cell: (each) => tBase[each.attributes.format], from: 'md' },
          { header: t.size, cell: (each) => size(each.attributes.bytes), align: 'right', from: 'sm' },
          {
            header: tBase.passages,
            cell: (each) => format.number(each.attributes.passages),
            align: 'right',
            from: 'sm',
          },
          {
            header: t.hash,
            cell: ({ attributes: { content_hash: hash } }) => (
              <span title={hash} className="numeric">
                {hash.slice(0, SHOWN_HASH)}
              </span>
            ),
            from: 'lg',
          },
          { header: tBase.added, cell: (each) => <DateTime at={each.attributes.created_at} relative /> },
        ]}
      />
    </Stack>
  );
}
