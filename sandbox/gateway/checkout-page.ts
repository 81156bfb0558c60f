import { type GatewayEvent, genericEvent } from './events.ts';
import { signGenericQuery } from './sign.ts';

/** What a payment page is to charge, with a valid signature. */
export interface PageOrder {
  /** The signed parameters. */
  query: string;
  params: Record<string, string>;
  hasExpired: boolean;
}

/** The order in the query of a payment page; null where the signature is not of this secret. */
export function orderIn(query: string, secret: string, now: Date): PageOrder | null {
  const { signature, ...params } = Object.fromEntries(new URLSearchParams(query));
  const signed = signGenericQuery(secret, params);
  if (new URLSearchParams(signed).get('signature') !== signature) return null;
  return { query, params, hasExpired: Date.parse(params['expires_at'] ?? '') <= now.getTime() };
}

const NOT_REPORTED = ['return_url', 'cancel_url', 'expires_at', 'description', 'interval'];

/** The event of the payment; the same id however often somebody pays on the page. */
export function paidEvent({ params }: PageOrder, now: Date): GatewayEvent {
  const { partner_id, reference = '', amount = '', currency = '', ...more } = params;
  const data = Object.fromEntries(Object.entries(more).filter(([name]) => !NOT_REPORTED.includes(name)));
  const event = genericEvent(
    'payment.succeeded',
    { partner_id: Number(partner_id), reference, amount, currency },
    now,
    data,
  );
  return { ...event, id: `evt_${params['payment']}` };
}

/** The page on which people say how the payment ends; `problem` is what went wrong before. */
export function checkoutPage(order: PageOrder, problem: string | null): string {
  const { params, query, hasExpired } = order;
  const button = (outcome: string, text: string) =>
    `<button name="outcome" value="${outcome}"${hasExpired ? ' disabled' : ''}>${text}</button>`;
  const said = hasExpired ? 'The time of this page is up. Nothing was paid.' : problem;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox payment</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 10vh auto; padding: 0 1rem; color: #1c1e21; background: #fff; }
  .amount { font-size: 2rem; font-weight: 600; margin: 0; }
  button, .cancel { display: block; box-sizing: border-box; width: 100%; margin: .5rem 0; padding: .7rem; border-radius: .4rem; border: 1px solid #6b7280; background: #fff; color: inherit; font: inherit; text-align: center; }
  button[value=pay] { background: #1d4ed8; border-color: #1d4ed8; color: #fff; }
  button:disabled { opacity: .5; }
  [role=alert] { border-left: 4px solid #b91c1c; padding-left: .8rem; }
  small { color: #4b5563; }
</style>
</head>
<body>
<main>
<h1>Sandbox payment</h1>
<p>${escaped(params['description'] ?? '')}</p>
<p class="amount">${escaped(params['amount'] ?? '')} ${escaped(params['currency'] ?? '')}</p>
${said === null ? '' : `<p role="alert">${escaped(said)}</p>`}
<form method="post" action="/pay?${escaped(query)}">
${button('pay', 'Pay')}
${button('later', 'Pay; the gateway reports it later')}
${button('fail', 'Let the payment fail')}
</form>
<a class="cancel" href="${escaped(params['cancel_url'] ?? '')}">Cancel</a>
<p><small>A stand-in for a payment gateway: nobody pays anything here.</small></p>
</main>
</body>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
