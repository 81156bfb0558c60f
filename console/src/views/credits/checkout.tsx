import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getCheckoutOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { GetCheckoutResponse } from '../../api/generated/client/types.gen.ts';
import { Page } from '../../components/page.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/credits/checkout/$id');

/** Pause between two looks at a payment that is not confirmed. */
const LOOK_MS = 1_500;
/** After this the page says that it can take longer. */
const LATE_MS = 30_000;

type Checkout = GetCheckoutResponse['data']['attributes'];

/** Where the payment page leads back to: what has become of the payment. */
export default function CheckoutView() {
  const { id } = route.useParams();
  const { cancelled = false } = route.useSearch();
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const query = useQuery({
    ...getCheckoutOptions({ path: { id: Number(id) } }),
    refetchInterval: ({ state }) => (!cancelled && state.data?.data.attributes.status === 'open' ? LOOK_MS : false),
  });
  const status = query.data?.data.attributes.status;
  useEffect(() => {
    // Balance, plan and invoices have changed.
    if (status === 'paid') void queryClient.invalidateQueries();
  }, [status, queryClient]);
  return (
    <Page title={t.checkout}>
      <QueryContent query={query}>
        {({ data }) => <Outcome checkout={data.attributes} wasCancelled={cancelled} />}
      </QueryContent>
    </Page>
  );
}

function Outcome({ checkout, wasCancelled }: { checkout: Checkout; wasCancelled: boolean }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { status, url } = checkout;
  return (
    <Stack maw={560}>
      {/* One region that stays, so that screen readers hear what it changes to. */}
      <div aria-live="polite">
        {status === 'paid' && (
          <Alert color="green" variant="outline" title={t.paid} icon={<IconCheck aria-hidden />}>
            {t.paidText(format.money(checkout.amount, checkout.currency))}
          </Alert>
        )}
        {status === 'expired' && (
          <Alert variant="outline" title={t.expired} icon={<IconClock aria-hidden />}>
            {t.expiredText}
          </Alert>
        )}
        {status === 'open' && wasCancelled && (
          <Alert variant="outline" title={t.cancelled}>
            {t.cancelledText}
          </Alert>
        )}
        {status === 'open' && !wasCancelled && <Waiting />}
      </div>
      <Group>
        {status === 'paid' && checkout.item !== null && (
          <Button renderRoot={(props) => <Link to="/capabilities" {...props} />}>{t.make}</Button>
        )}
        {checkout.item === null ? (
          <Button variant="default" renderRoot={(props) => <Link to="/invoices" {...props} />}>
            {t.invoices}
          </Button>
        ) : (
          <Button variant="default" renderRoot={(props) => <Link to="/credits" {...props} />}>
            {t.back}
          </Button>
        )}
        {status === 'open' && url !== null && wasCancelled && <Anchor href={url}>{t.resume}</Anchor>}
      </Group>
    </Stack>
  );
}

function Waiting() {
  const t = useTranslations(translations);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Alert variant="outline" title={isLate ? t.late : t.waiting} icon={<Loader size="xs" aria-hidden />}>
      <Text size="sm">{isLate ? t.lateText : t.waitingText}</Text>
    </Alert>
  );
}
