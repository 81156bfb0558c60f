import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getBillingCatalogueOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './translations.ts';
import { useCheckout } from './use-checkout.ts';

/** Leads to the page on which an open invoice is paid; nothing where nobody can pay it here. */
export function PayButton({ number }: { number: string }) {
  const t = useTranslations(translations);
  const canBuy = usePermission('manage_billing');
  const { data } = useQuery({ ...getBillingCatalogueOptions(), enabled: canBuy });
  const checkout = useCheckout();
  if (!data?.data.attributes.available) return null;
  return (
    <Button
      loading={checkout.isPending || checkout.isSuccess}
      onClick={() => checkout.mutate({ body: { invoice_number: number } })}
    >
      {t.pay}
    </Button>
  );
}
