import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listBrandVoicesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { BrandVoice } from '../../api/generated/client/types.gen.ts';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { Empty } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/brand-voices');

/** All brand voices; the page stands in the address. */
export function BrandVoiceList() {
  const say = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay('manage_content');
  const query = useQuery({ ...listBrandVoicesOptions({ query: search }), placeholderData: keepPreviousData });
  return (
    <Page
      title={say.title}
      lead={say.lead}
      actions={
        mayChange && <Button renderRoot={(props) => <Link to="/brand-voices/new" {...props} />}>{say.newOne}</Button>
      }
    >
      <PagedList
        query={query}
        columns={useColumns()}
        label={say.title}
        empty={<Empty title={say.empty}>{say.emptyText}</Empty>}
        onPage={(page) => void navigate({ search: { page } })}
      />
    </Page>
  );
}

function useColumns(): Column<BrandVoice>[] {
  const say = useTexts(texts);
  const format = useFormat();
  return [
    {
      header: say.name,
      cell: ({ id, attributes }) => (
        <Link to="/brand-voices/$id" params={{ id: String(id) }}>
          {attributes.name}
        </Link>
      ),
    },
    { header: say.tone, cell: ({ attributes }) => attributes.tone, from: 'sm' },
    {
      header: say.products,
      cell: ({ attributes }) => say.productsCount(format.number(attributes.products.length)),
      from: 'md',
    },
    { header: say.changed, cell: ({ attributes }) => <Moment at={attributes.updated_at} />, from: 'sm' },
  ];
}
