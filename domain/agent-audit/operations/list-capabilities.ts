import type { Capability } from '../../capabilities/types.ts';
import { readCapabilityCharges } from '../../credits/store.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readLatencies, readOutcomes } from '../figure-store.ts';
import { type Figures, figuresOf, type Latency, latencyOf } from '../figures.ts';
import { figuresQuery, scopeOf } from '../period.ts';

/** A capability, and what it took the partner's executions. */
export interface MeasuredCapability {
  capability: Capability;
  figures: Figures;
  latency: Latency;
  /** Credits that were charged for it, by executions and otherwise. */
  charged: number;
}

/** The catalogue with what each capability cost and how long it took. */
export const listMeasuredCapabilities = operation({
  name: 'agent_audit.list_capabilities',
  permission: 'view_companies',
  params: nothing,
  input: figuresQuery,
  async run(deps, call, query): Promise<MeasuredCapability[]> {
    const filter = { partnerId: partnerOf(call), scope: scopeOf(call, deps.clock.now(), query) };
    const { period, sandbox } = filter.scope;
    const [outcomes, latencies, charges] = await Promise.all([
      readOutcomes(deps.db, filter, ['capability']),
      readLatencies(deps.db, filter),
      // What is done in the sandbox costs nothing.
      sandbox ? new Map<string, number>() : readCapabilityCharges(deps.db, filter.partnerId, period),
    ]);
    return deps.capabilities.all.map((capability) => {
      const figures = figuresOf(outcomes.of('capability', capability.slug));
      const latency = latencyOf(figures, latencies.get(capability.slug) ?? new Map());
      return { capability, figures, latency, charged: charges.get(capability.slug) ?? 0 };
    });
  },
});
