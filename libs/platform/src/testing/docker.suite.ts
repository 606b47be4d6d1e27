import { getContainerRuntimeClient } from 'testcontainers';

/** Whether Docker, or another container runtime, can start servers for tests. */
export const isDockerAvailable = (): Promise<boolean> =>
  getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
