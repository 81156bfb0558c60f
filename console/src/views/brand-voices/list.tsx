import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listBrandVoicesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { BrandVoice } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/brand-voices');

/** All brand voices; the page stands in the address. */
export function BrandVoiceList() {
  const t = useTranslations(translations);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canEdit = usePermission('manage_content');
  const query = useQuery({ ...listBrandVoicesOptions({ query: search }), placeholderData: keepPreviousData });
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        canEdit && <Button renderRoot={(props) => <Link to="/brand-voices/new" {...props} />}>{t.addNew}</Button>
      }
    >
      <PagedTable
        query={query}
        columns={useColumns()}
        label={t.title}
        empty={<EmptyState title={t.empty}>{t.emptyText}</EmptyState>}
        onPageChange={(page) => void navigate({ search: { page } })}
      />
    </Page>
  );
}

function useColumns(): Column<BrandVoice>[] {
  const t = useTranslations(translations);
  const format = useFormat();
  return [
    {
      header: t.name,
      cell: ({ id, attributes }) => (
        <Link to="/brand-voices/$id" params={{ id: String(id) }}>
          {attributes.name}
        </Link>
      ),
    },
    { header: t.tone, cell: ({ attributes }) => attributes.tone, from: 'sm' },
    {
      header: t.products,
      cell: ({ attributes }) => t.productsCount(format.number(attributes.products.length)),
      from: 'md',
    },
    { header: t.changed, cell: ({ attributes }) => <DateTime at={attributes.updated_at} />, from: 'sm' },
  ];
}
