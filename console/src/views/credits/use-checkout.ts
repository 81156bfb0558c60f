import { useMutation } from '@tanstack/react-query';
import {
  createBillingPortalSessionMutation,
  createCheckoutMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { showError } from '../../components/states.tsx';

/** Leads to a page of the payment gateway, which is of another origin. */
function leaveFor(url: string | null): void {
  if (url !== null) window.location.assign(url);
}

/** Opens the payment page for an item or an invoice, and leads there. */
export function useCheckout() {
  return useMutation({
    ...createCheckoutMutation(),
    onSuccess: ({ data }) => leaveFor(data.attributes.url),
    onError: showError,
  });
}

/** Opens the page for payment methods and the subscription, and leads there. */
export function usePortal() {
  return useMutation({
    ...createBillingPortalSessionMutation(),
    onSuccess: ({ data }) => leaveFor(data.attributes.url),
    onError: showError,
  });
}
