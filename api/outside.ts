import type { Deps } from '../domain/kernel/deps.ts';
import { leavePlace } from '../domain/kernel/request-place.ts';
import { withoutReadPlace } from './read-places.ts';

/** Ports to what is outside of this service, which may take its time. */
type Outside = Pick<Deps, 'ai' | 'sender' | 'marketplace' | 'images'>;

/** The same ports; a request that calls one gives up its place among its partner's requests, and a search its place to read. */
export function outsideWithoutPlace({ ai, sender, marketplace, images }: Outside): Outside {
  return {
    ai: {
      ...leaving(ai, 'generateText', 'generateObject', 'streamText'),
      embed(request) {
        leavePlace();
        return withoutReadPlace(() => ai.embed(request));
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
      leavePlace();
      return port[name](...given);
    };
    return [name, ask];
  });
  return { ...port, ...Object.fromEntries(methods) };
}
