export { ListenClient, PooledClient } from './clients.ts';
export { Database, type Queryable } from './database.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
export { isConnectionLost, isDiskFull, isOutOfFiles, PostgresFailure, raiseFileLimit } from './errors.ts';
export { Follower, roleLocks } from './follower.ts';
export { migrate } from './migrate.ts';
export { Notices } from './notices.ts';
export { acquireProcessFile, releaseProcessFile } from './process-files.ts';
export { Session } from './session.ts';
