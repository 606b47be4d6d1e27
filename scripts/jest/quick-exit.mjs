// Jest's workers load this too. Jest ends them by letting them run out of work, and complains about a worker that has
// not ended within half a second: on a busy machine Node takes longer than that to free the memory of hundreds of
// modules. process.exit() leaves the memory to the system.
if (process.connected) process.once('beforeExit', () => process.exit());
