/**
 * For Node: one thread of V8 beside the main one, to mark garbage and to compile, instead of four. Where cores are few, these
 * took all of them for some 50 ms at a time, and requests waited for a core.
 */
export const ONE_HELPER_THREAD = '--v8-pool-size=1';
