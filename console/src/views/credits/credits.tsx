import { Alert, Badge, Button, Card, Group, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import {
  getBillingCatalogueOptions,
  getUsageOptions,
  getUsageQueryKey,
  updateCreditWarningMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { GetBillingCatalogueResponse, Usage } from '../../api/generated/client/types.gen.ts';
import type { Column } from '../../components/column.ts';
import { Page, Section } from '../../components/page.tsx';
import { DataTable } from '../../components/paged-table.tsx';
import { EmptyState, QueryContent, showError } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { humanize } from '../../lib/labels.ts';
import { usePermission } from '../../shell/me.ts';
import { CapabilityCredits } from '../overview/charts.tsx';
import { translations } from './translations.ts';
import { useCheckout, usePortal } from './use-checkout.ts';

type Catalogue = GetBillingCatalogueResponse['data']['attributes'];
type Pack = Catalogue['packs'][number];
type Plan = Catalogue['plans'][number];

/** The balance, what it is spent on, and what can be bought. */
export default function CreditsView() {
  const t = useTranslations(translations);
  const usage = useQuery(getUsageOptions());
  const catalogue = useQuery(getBillingCatalogueOptions());
  const canBuy = usePermission('manage_billing');
  return (
    <Page title={t.title} lead={t.lead}>
      <Stack>
        <QueryContent query={usage}>
          {({ data }) => (
            <QueryContent query={catalogue}>
              {({ data: offer }) => <Balance usage={data.attributes} catalogue={offer.attributes} />}
            </QueryContent>
          )}
        </QueryContent>
        {catalogue.data && <Offer catalogue={catalogue.data.data.attributes} />}
        {usage.data && canBuy && (
          <Section title={t.warningTitle}>
            <Warning warnsBelow={usage.data.data.attributes.credits.warns_below} />
          </Section>
        )}
        {usage.data && (
          <Section title={t.spent} actions={<UsageLink />}>
            <CapabilityCredits used={usage.data.data.attributes.by_capability} />
          </Section>
        )}
      </Stack>
    </Page>
  );
}

function UsageLink() {
  const t = useTranslations(translations);
  return (
    <Button size="xs" variant="subtle" renderRoot={(props) => <Link to="/usage" {...props} />}>
      {t.allUsage}
    </Button>
  );
}

function Balance({ usage, catalogue }: { usage: Usage['attributes']; catalogue: Catalogue }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { credits } = usage;
  const { plan, limits } = catalogue.current_plan;
  return (
    <>
      {credits.low && (
        <Alert color="yellow" variant="outline" title={t.low} icon={<IconAlertTriangle aria-hidden />}>
          {t.lowText(format.number(credits.warns_below))}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Figure title={t.available} value={format.number(credits.available)}>
          {t.held(format.number(credits.held))}
        </Figure>
        <Figure title={t.usedThisMonth} value={format.number(credits.used_this_month)} />
        <Figure title={t.plan} value={humanize(plan)}>
          {t.requests(format.number(limits.requests_per_minute), format.number(limits.requests_per_day))}
        </Figure>
      </SimpleGrid>
    </>
  );
}

function Figure({ title, value, children }: { title: string; value: string; children?: string }) {
  return (
    <Card withBorder>
      <Text size="sm" c="dimmed" component="h2">
        {title}
      </Text>
      <Text size="xl" fw={700}>
        {value}
      </Text>
      {children && <Text size="xs">{children}</Text>}
    </Card>
  );
}

function Offer({ catalogue }: { catalogue: Catalogue }) {
  const t = useTranslations(translations);
  const canBuy = usePermission('manage_billing');
  const checkout = useCheckout();
  const portal = usePortal();
  if (!catalogue.available) {
    return (
      <Card withBorder>
        <EmptyState title={t.noGateway}>{t.noGatewayText}</EmptyState>
      </Card>
    );
  }
  const isBusy = checkout.isPending || checkout.isSuccess || portal.isPending || portal.isSuccess;
  const openPortal = () => portal.mutate({});
  const buy = (item: string) => checkout.mutate({ body: { item } });
  return (
    <>
      {!canBuy && <Alert variant="outline">{t.ownersOnly}</Alert>}
      <Section title={t.packs}>
        <Text size="sm" c="dimmed" mb="sm">
          {t.packsText}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
          {catalogue.packs.map((pack) => (
            <PackCard key={pack.item} pack={pack} isBusy={isBusy} onBuy={canBuy ? () => buy(pack.item) : undefined} />
          ))}
        </SimpleGrid>
      </Section>
      {catalogue.plans.length > 0 && (
        <Section title={t.plans}>
          <Text size="sm" c="dimmed" mb="sm">
            {t.plansText}
          </Text>
          <Plans
            catalogue={catalogue}
            isBusy={isBusy}
            onChoose={
              canBuy ? ({ item }) => (catalogue.subscribed && catalogue.portal ? openPortal() : buy(item)) : undefined
            }
          />
        </Section>
      )}
      {catalogue.portal && canBuy && (
        <Section title={t.method}>
          <Group justify="space-between">
            <Text size="sm">{t.methodText}</Text>
            <Button
              variant="default"
              loading={portal.isPending || portal.isSuccess}
              disabled={isBusy}
              onClick={openPortal}
            >
              {t.manage}
            </Button>
          </Group>
        </Section>
      )}
    </>
  );
}

function PackCard({ pack, isBusy, onBuy }: { pack: Pack; isBusy: boolean; onBuy: (() => void) | undefined }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const price = format.money(pack.amount, pack.currency);
  const name = t.credits(format.number(pack.credits));
  return (
    <Card withBorder>
      <Text fw={600} component="h3">
        {name}
      </Text>
      <Text size="lg">{price}</Text>
      <Text size="xs" c="dimmed" mb="sm">
        {t.perThousand(format.money((pack.amount / pack.credits) * 1_000, pack.currency))}
      </Text>
      {onBuy && (
        <Button variant="default" mt="auto" disabled={isBusy} onClick={onBuy} aria-label={t.buyNamed(name, price)}>
          {t.buy}
        </Button>
      )}
    </Card>
  );
}

function Plans({
  catalogue: { plans, subscribed, portal },
  isBusy,
  onChoose,
}: {
  catalogue: Catalogue;
  isBusy: boolean;
  onChoose: ((plan: Plan) => void) | undefined;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  const columns: Column<Plan & { id: string }>[] = [
    {
      header: t.plan,
      cell: ({ plan, amount, currency, interval }) => (
        <>
          <Text fw={500} style={{ whiteSpace: 'nowrap' }}>
            {humanize(plan)}
          </Text>
          <Text size="sm" c="dimmed" hiddenFrom="sm">
            {t[interval](format.money(amount, currency))}
          </Text>
        </>
      ),
    },
    {
      header: t.perMinute,
      cell: ({ limits }) => format.number(limits.requests_per_minute),
      from: 'md',
      align: 'right',
    },
    { header: t.perDay, cell: ({ limits }) => format.number(limits.requests_per_day), from: 'sm', align: 'right' },
    {
      header: t.price,
      cell: ({ amount, currency, interval }) => t[interval](format.money(amount, currency)),
      from: 'sm',
      align: 'right',
    },
    {
      header: t.choose,
      cell: (plan) => {
        if (plan.current) return <Badge variant="light">{t.current}</Badge>;
        if (!onChoose) return null;
        const name = humanize(plan.plan);
        return (
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            onClick={() => onChoose(plan)}
            aria-label={t.chooseNamed(name)}
          >
            {subscribed && portal ? t.change : t.choose}
          </Button>
        );
      },
      align: 'right',
    },
  ];
  return (
    <DataTable
      rows={plans.map((plan) => ({ ...plan, id: plan.item }))}
      columns={columns}
      label={t.plans}
      isFetching={false}
    />
  );
}

/** The figure below which the partner is warned. */
function Warning({ warnsBelow }: { warnsBelow: number }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const queryClient = useQueryClient();
  const [threshold, setThreshold] = useState<number | string>('');
  const save = useMutation({
    ...updateCreditWarningMutation(),
    onSuccess: async () => {
      notifications.show({ message: t.saved });
      await queryClient.invalidateQueries({ queryKey: getUsageQueryKey() });
    },
    onError: showError,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: { threshold: typeof threshold === 'number' ? threshold : null } });
  };
  return (
    <form onSubmit={submit}>
      <Group align="end" gap="sm">
        <NumberInput
          label={t.warning}
          description={t.warningText(format.number(warnsBelow))}
          placeholder={format.number(warnsBelow)}
          value={threshold}
          onChange={setThreshold}
          min={0}
          max={1_000_000_000}
          allowDecimal={false}
          hideControls
        />
        <Button type="submit" variant="default" loading={save.isPending}>
          {t.save}
        </Button>
      </Group>
    </form>
  );
}
