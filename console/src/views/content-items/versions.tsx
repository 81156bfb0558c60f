import { Button, Card, Group, NativeSelect, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { listContentItemVersionsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ContentItem, ContentItemVersion } from '../../api/generated/client/types.gen.ts';
import { Empty, Loaded } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { Difference } from './difference.tsx';
import { texts } from './texts.ts';
import { useSaveText } from './use-draft.ts';

const route = getRouteApi('/content/$id');
/** As many as are kept of an item. */
const KEPT_VERSIONS = 100;

/** What the item was before, and what became of it; unless chosen otherwise, by the last change. */
export function Versions({ item }: { item: ContentItem }) {
  const say = useTexts(texts);
  const query = useQuery(listContentItemVersionsOptions({ path: { id: item.id }, query: { per_page: KEPT_VERSIONS } }));
  return (
    <Loaded query={query}>
      {({ data }) =>
        data.length < 2 ? <Empty title={say.onlyOne}>{say.onlyOneText}</Empty> : <Comparison item={item} all={data} />
      }
    </Loaded>
  );
}

function Comparison({ item, all }: { item: ContentItem; all: readonly ContentItemVersion[] }) {
  const say = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const newest = all[0];
  const after = all.find(({ id }) => id === search.to) ?? newest;
  const before = all.find(({ id }) => id === search.from) ?? all.find(({ id }) => after && id < after.id) ?? newest;
  if (!before || !after) return null;
  const choose = (change: { from?: number; to?: number }) =>
    void navigate({ search: { tab: 'versions', from: before.id, to: after.id, ...change }, replace: true });
  return (
    <Stack>
      <Group align="end">
        <Choice label={say.compareFrom} all={all} value={before.id} onChange={(from) => choose({ from })} />
        <Choice label={say.compareTo} all={all} value={after.id} onChange={(to) => choose({ to })} />
        <Restore item={item} version={before} />
      </Group>
      <Card withBorder>
        <Title order={2} size="h6" mb="xs">
          {say.difference}
        </Title>
        <Difference before={before.attributes} after={after.attributes} />
      </Card>
    </Stack>
  );
}

function Choice({
  label,
  all,
  value,
  onChange,
}: {
  label: string;
  all: readonly ContentItemVersion[];
  value: number;
  onChange: (id: number) => void;
}) {
  const say = useTexts(texts);
  const format = useFormat();
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={all.map(({ id, attributes }) => {
        // Such as `partner_key:7`.
        const [kind = '', who = ''] = attributes.edited_by.split(':');
        const when = format.dateTime(attributes.created_at);
        return { value: String(id), label: say.versionOf(id, say.editor(kind, who), when) };
      })}
    />
  );
}

/** Makes an earlier text the present one, as a new version. */
function Restore({ item, version }: { item: ContentItem; version: ContentItemVersion }) {
  const say = useTexts(texts);
  const mayManage = useMay('manage_content');
  const saving = useSaveText(item);
  const { title, body } = version.attributes;
  if (!mayManage || (title === item.attributes.title && body === item.attributes.body)) return null;
  return (
    <Button
      variant="default"
      loading={saving.isPending}
      onClick={() => saving.mutate({ path: { id: item.id }, body: { title, body, version: item.attributes.version } })}
    >
      {say.restore(version.id)}
    </Button>
  );
}
