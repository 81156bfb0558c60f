import { z } from 'zod';

const template = z.looseObject({
  metadata: z.looseObject({ labels: z.record(z.string(), z.string()).optional() }).optional(),
  spec: z.looseObject({ serviceAccountName: z.string().optional() }),
});
const owner = z.looseObject({
  kind: z.enum(['Deployment', 'Job']),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({ template }),
});

/** A pod of each template among these objects, and the names of the accounts that they run as. */
export function podsOf(objects: readonly unknown[]): { pods: object[]; accounts: string[] } {
  const owners = objects.flatMap((object) => owner.safeParse(object).data ?? []);
  const pods = owners.map(({ metadata, spec }) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...spec.template.metadata, name: metadata.name },
    spec: spec.template.spec,
  }));
  const named = owners.map(({ spec }) => spec.template.spec.serviceAccountName ?? 'default');
  return { pods, accounts: [...new Set(named)] };
}
