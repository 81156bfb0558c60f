import type { GatewayName } from '../../infra/payments/port.ts';

/** The payment gateways, as they appear in paths. */
export const GATEWAYS = ['stripe', 'generic'] as const satisfies readonly GatewayName[];
