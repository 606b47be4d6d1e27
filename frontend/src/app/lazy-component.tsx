import { type ComponentType, lazy } from 'react';

/** A component whose code is loaded on demand. Once loaded it renders synchronously, without a fallback. */
export type LazyComponent = { Component: ComponentType; load: () => Promise<void> };

export const lazyComponent = (importComponent: () => Promise<ComponentType>): LazyComponent => {
  let Loaded: ComponentType | undefined;
  const load = async () => {
    Loaded = await importComponent();
  };
  const Suspending = lazy(async () => {
    await load();
    return { default: () => (Loaded ? <Loaded /> : null) };
  });
  return { load, Component: () => (Loaded ? <Loaded /> : <Suspending />) };
};
