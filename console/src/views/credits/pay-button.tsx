import { Button } from '@mantine/core';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './translations.ts';
import { useCheckout } from './use-checkout.ts';

/** Leads to the page on which an invoice is paid that can be paid here; nothing for people who may not pay. */
export function PayButton({ number }: { number: string }) {
  const t = useTranslations(translations);
  const canBuy = usePermission('manage_billing');
  const checkout = useCheckout();
  if (!canBuy) return null;
  return (
    <Button
      loading={checkout.isPending || checkout.isSuccess}
      onClick={() => checkout.mutate({ body: { invoice_number: number } })}
    >
      {t.pay}
    </Button>
  );
}
