import type { Deps } from '../domain/kernel/deps.ts';
import { releaseSlot } from '../domain/kernel/request-slot.ts';
import { withoutReadSlot } from './read-slots.ts';

/** Ports to what is outside of this service, which may take its time. */
type Outbound = Pick<Deps, 'ai' | 'sender' | 'marketplace' | 'images'>;

/** The same ports; a request that calls one releases its slot among its partner's requests, and a search its slot to read. */
export function outboundWithoutSlot({ ai, sender, marketplace, images }: Outbound): Outbound {
  return {
    ai: {
      ...leaving(ai, 'generateText', 'generateObject', 'streamText'),
      embed(request) {
        releaseSlot();
        return withoutReadSlot(() => ai.embed(request));
      },
    },
    sender: leaving(sender, 'send', 'objection'),
    marketplace: leaving(marketplace, 'fetchListing'),
    images: leaving(images, 'encode'),
  };
}

function leaving<Port extends Record<Name, (...given: never[]) => unknown>, Name extends string & keyof Port>(
  port: Port,
  ...names: Name[]
): Port {
  const methods = names.map((name) => {
    const ask = (...given: never[]) => {
      releaseSlot();
      return port[name](...given);
    };
    return [name, ask];
  });
  return { ...port, ...Object.fromEntries(methods) };
}
