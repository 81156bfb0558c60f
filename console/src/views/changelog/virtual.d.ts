/** The changelog as the build has read it (`vite.config.ts`). */
declare module 'virtual:changelog' {
  const versions: readonly import('./read-changelog.ts').Version[];
  export default versions;
}

/** By what the newest entry is recognised. */
declare module 'virtual:changelog-newest' {
  const newest: string;
  export default newest;
}
