import { type ComponentType, use } from 'react';
import { importPage } from '../platform/code-loading.ts';

/** A component whose code is loaded on demand. Once loaded it renders synchronously, without a fallback. */
export type LazyComponent = { Component: ComponentType; load: () => Promise<void>; isLoaded: () => boolean };

const failedLoads = new Set<() => void>();

/** Lets code that could not be loaded be requested again. */
export const resetFailedLoads = (): void => {
  for (const reset of failedLoads) reset();
  failedLoads.clear();
};

let loadsInProgress = 0;
const listeners = new Set<() => void>();
const changeLoadsInProgress = (change: 1 | -1): void => {
  loadsInProgress += change;
  for (const listener of listeners) listener();
};

/** Whether code is being loaded, for `useSyncExternalStore`. */
export const loading = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  now: (): boolean => loadsInProgress > 0,
};

export const lazyComponent = (importComponent: () => Promise<ComponentType>): LazyComponent => {
  let Loaded: ComponentType | undefined;
  let request: Promise<void> | undefined;
  const start = async () => {
    // Continues after the current render: the subscribers of `loading` render too, and React forbids that during a
    // render.
    await Promise.resolve();
    changeLoadsInProgress(1);
    try {
      Loaded = await importPage(importComponent);
    } catch (error) {
      failedLoads.add(() => {
        request = undefined;
      });
      throw error;
    } finally {
      changeLoadsInProgress(-1);
    }
  };
  const load = () => {
    request ??= start();
    return request;
  };
  return {
    load,
    isLoaded: () => Loaded !== undefined,
    Component: () => {
      if (!Loaded) use(load());
      return Loaded ? <Loaded /> : null;
    },
  };
};
