import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listBrandVoicesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { ListView } from '../../components/paged-table.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/brand-voices');

/** All brand voices. */
export default function BrandVoiceList() {
  const t = useTranslations(translations);
  const format = useFormat();
  const canEdit = usePermission('manage_content');
  return (
    <ListView
      text={t}
      actions={
        canEdit && <Button renderRoot={(props) => <Link to="/brand-voices/new" {...props} />}>{t.addNew}</Button>
      }
      firstStep={
        canEdit && (
          <Button variant="default" renderRoot={(props) => <Link to="/brand-voices/new" {...props} />}>
            {t.firstStep}
          </Button>
        )
      }
      query={listBrandVoicesOptions({ query: route.useSearch() })}
      columns={[
        {
          header: t.name,
          sort: 'name',
          cell: ({ attributes }) => attributes.name,
          link: ({ id }) => ({ to: '/brand-voices/$id', params: { id: String(id) } }),
        },
        { header: t.tone, cell: ({ attributes }) => attributes.tone, from: 'sm' },
        {
          header: t.products,
          cell: ({ attributes }) => t.productsCount(format.number(attributes.products.length)),
          from: 'md',
        },
        { header: t.changed, cell: ({ attributes }) => <DateTime at={attributes.updated_at} relative />, from: 'sm' },
      ]}
    />
  );
}
