import { jsonEvent } from '@eventstore/db-client';
import type { EventStoreDbConnection } from './eventstoredb-connection.ts';
import { isConflict } from './eventstoredb-errors.ts';
import type { IdentifiedLog } from './log-identity.ts';

/** Follows the prefix in the name of the stream with the identity. It is not one of the product's events. */
const streamName = 'festoon-log';

/**
 * The identity of a log in EventStoreDB: the only event of a stream that is written once, by the database that was
 * first.
 */
export const eventStoreDbIdentity = (
  connection: EventStoreDbConnection,
  prefix: string,
): Omit<IdentifiedLog, 'head'> => {
  const stream = prefix + streamName;
  const identity = async () => {
    const [event] = await connection.stream(stream);
    return (event?.data as { readonly identity?: string } | undefined)?.identity;
  };
  const claim = async (id: string) => {
    const event = jsonEvent({ id, type: 'LogClaimed', data: { identity: id } });
    await connection.append(stream, -1, [event]).catch((error: unknown) => {
      if (!isConflict(error)) throw error;
    });
    const written = await identity();
    if (written === undefined) throw new Error(`The stream ${stream} has no identity`);
    return written;
  };
  return { identity, claim };
};
