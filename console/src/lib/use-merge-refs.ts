import { type Ref, type RefCallback, useCallback } from 'react';

/** One ref for several. The build gives it to Mantine's ScrollArea in place of `@floating-ui/react`, of which it uses only this. */
export function useMergeRefs<Instance>(refs: readonly (Ref<Instance> | undefined)[]): RefCallback<Instance> {
  return useCallback((instance) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(instance);
      else if (ref) ref.current = instance;
    }
    // The list is new on each render, its refs are not.
    // biome-ignore lint/correctness/useExhaustiveDependencies: the refs are the dependencies.
  }, refs);
}
