import { createRequire } from 'node:module';
import type * as Shared from '@eventstore/db-client/generated/shared_pb.js';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';

const require = createRequire(import.meta.url);
const requireFromClient = createRequire(require.resolve('@eventstore/db-client'));
const { StreamsService } = require('@eventstore/db-client/generated/streams_grpc_pb.js') as { StreamsService: object };
const messages = require('@eventstore/db-client/generated/streams_pb.js') as typeof Streams;
const { Empty, StreamIdentifier, UUID } = require('@eventstore/db-client/generated/shared_pb.js') as typeof Shared;

/** The parts of the gRPC library that are used here; it is a dependency of the client. */
type GrpcError = { readonly code: number; readonly details: string; readonly metadata?: unknown };
type Incoming = {
  readonly cancelled: boolean;
  on(event: 'data', received: (request: Streams.AppendReq) => void): void;
  on(event: 'end' | 'error', ended: () => void): void;
};
type Outgoing = {
  readonly request: Streams.ReadReq;
  write(response: Streams.ReadResp): void;
  end(): void;
  emit(event: 'error', error: GrpcError): void;
  on(event: 'cancelled', cancelled: () => void): void;
};
type Answer<Response> = (error: GrpcError | null, response?: Response) => void;
type GrpcServer = {
  addService(service: object, handlers: object): void;
  bindAsync(address: string, credentials: unknown, bound: (error: Error | null, port: number) => void): void;
  forceShutdown(): void;
};
const grpc = requireFromClient('@grpc/grpc-js') as {
  Server: new () => GrpcServer;
  ServerCredentials: { createInsecure(): unknown };
};

type StoredRecord = {
  readonly position: bigint;
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  readonly created: number;
};
type Follower = { readonly matches: (record: StoredRecord) => boolean; readonly call: Outgoing };

/** How requests fail: with a gRPC code, and a message of the server. */
export type Failure = { readonly code: number; readonly details: string };

/**
 * A server with the part of EventStoreDB's protocol that the product uses, in memory: appends with expected revisions
 * that are idempotent by event id, reads in both directions, and subscriptions to $all with a filter.
 */
export class FakeEventStoreDb {
  #records: StoredRecord[] = [];
  #byStream = new Map<string, StoredRecord[]>();
  /** The first revision of a stream that was deleted. */
  readonly #deletedBefore = new Map<string, number>();
  readonly #followers = new Set<Follower>();
  #server: GrpcServer | undefined;
  #port = 0;
  /** If set, every request fails in this way. */
  failure: Failure | undefined;
  /** The streams that were read from their beginning, in order. */
  readonly streamReads: string[] = [];

  static async start(): Promise<FakeEventStoreDb> {
    const fake = new FakeEventStoreDb();
    // A server has events of its own in its log.
    fake.#store('$settings', '$settings', [{ id: 'f0000000-0000-4000-8000-000000000000', data: new Uint8Array(2) }]);
    await fake.listen();
    return fake;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.#port}?tls=false`;
  }

  /** Starts to listen, on the same port as before. */
  async listen(): Promise<void> {
    const server = new grpc.Server();
    server.addService(StreamsService, {
      append: (call: Incoming, answer: Answer<Streams.AppendResp>) => this.#append(call, answer),
      read: (call: Outgoing) => this.#read(call),
      delete: (call: { request: Streams.DeleteReq }, answer: Answer<Streams.DeleteResp>) => this.#delete(call, answer),
    });
    this.#port = await new Promise((resolve, reject) => {
      server.bindAsync(`127.0.0.1:${this.#port}`, grpc.ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
    this.#server = server;
  }

  /** Ends all connections and listens no more, as a killed server. */
  stop(): void {
    this.#server?.forceShutdown();
    this.#server = undefined;
    this.#followers.clear();
  }

  /** Takes a backup; the returned function restores it. */
  backup(): () => void {
    const records = [...this.#records];
    return () => {
      this.#records = [...records];
      this.#byStream = Map.groupBy(records, ({ stream }) => stream);
    };
  }

  #append(call: Incoming, answer: Answer<Streams.AppendResp>): void {
    let options: Streams.AppendReq.Options | undefined;
    const proposed: { id: string; type: string; data: Uint8Array; metadata: Uint8Array }[] = [];
    call.on('error', () => undefined);
    call.on('data', (request) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message)
        proposed.push({
          id: message.getId()?.getString() ?? '',
          type: message.getMetadataMap().get('type') ?? '',
          data: message.getData_asU8(),
          metadata: message.getCustomMetadata_asU8(),
        });
    });
    call.on('end', () => {
      // A request that was cancelled while it was sent ends, too, but without the rest of its events.
      if (call.cancelled) return;
      if (this.failure) return answer({ ...this.failure });
      if (options) answer(null, this.#appended(options, proposed));
    });
  }

  #appended(
    options: Streams.AppendReq.Options,
    proposed: readonly { id: string; type: string; data: Uint8Array; metadata: Uint8Array }[],
  ): Streams.AppendResp {
    const stream = nameOf(options.getStreamIdentifier());
    const past = this.#of(stream);
    const last = proposed.at(-1);
    const current = past.at(-1);
    const isDeleted = (current?.revision ?? -1) < (this.#deletedBefore.get(stream) ?? 0);
    const fits = options.hasNoStream()
      ? !current || isDeleted
      : !options.hasRevision() || BigInt(options.getRevision()) === BigInt(current?.revision ?? -1);
    // A real server compares ids only then: it writes known ids again if the stream is at the expected version.
    if (!fits) {
      const known = past.find(({ id }) => id === last?.id);
      return known ? success(known) : wrongVersion(options, current);
    }
    let stored = current;
    for (const { type, ...event } of proposed) stored = this.#store(stream, type, [event]);
    return success(stored);
  }

  #store(
    stream: string,
    type: string,
    events: readonly { id: string; data: Uint8Array; metadata?: Uint8Array }[],
  ): StoredRecord | undefined {
    let record: StoredRecord | undefined;
    for (const { id, data, metadata = new Uint8Array() } of events) {
      const before = this.#records.at(-1);
      const revision = (this.#of(stream).at(-1)?.revision ?? -1) + 1;
      // Positions are places in a file, so they have gaps.
      const position = (before?.position ?? 0n) + BigInt(100 + data.length);
      record = { position, id, stream, revision, type, data, metadata, created: Date.now() };
      this.#records.push(record);
      this.#byStream.set(stream, [...this.#of(stream), record]);
      for (const { matches, call } of this.#followers) if (matches(record)) call.write(toResponse(record));
    }
    return record;
  }

  #of(stream: string): readonly StoredRecord[] {
    return this.#byStream.get(stream) ?? [];
  }

  #read(call: Outgoing): void {
    const options = call.request.getOptions();
    if (!options) return;
    if (this.failure) call.emit('error', { ...this.failure });
    else if (options.hasSubscription()) this.#subscribe(call, options);
    else if (options.hasStream()) this.#readStream(call, options);
    else this.#readAll(call, options);
  }

  #readStream(call: Outgoing, options: Streams.ReadReq.Options): void {
    const wanted = options.getStream();
    const stream = nameOf(wanted?.getStreamIdentifier());
    const records = this.#of(stream).filter(({ revision }) => revision >= (this.#deletedBefore.get(stream) ?? 0));
    if (wanted?.hasStart()) this.streamReads.push(stream);
    if (records.length === 0) {
      const notFound = new messages.ReadResp.StreamNotFound();
      notFound.setStreamIdentifier(wanted?.getStreamIdentifier());
      const response = new messages.ReadResp();
      response.setStreamNotFound(notFound);
      call.write(response);
      call.end();
      return;
    }
    const from = wanted?.hasRevision() ? Number(wanted.getRevision()) : undefined;
    this.#send(call, options, records, (record, backwards) =>
      from === undefined ? true : backwards ? record.revision <= from : record.revision >= from,
    );
  }

  #readAll(call: Outgoing, options: Streams.ReadReq.Options): void {
    const at = options.getAll()?.getPosition();
    const from = at && BigInt(at.getCommitPosition());
    if (from !== undefined && from > (this.#records.at(-1)?.position ?? 0n)) {
      call.emit('error', { code: 2, details: 'Exception was thrown by handler. InvalidPosition' });
      return;
    }
    // Backwards, the event at the position itself is left out.
    this.#send(call, options, this.#records, ({ position }, backwards) =>
      from === undefined ? true : backwards ? position < from : position >= from,
    );
  }

  #send(
    call: Outgoing,
    options: Streams.ReadReq.Options,
    records: readonly StoredRecord[],
    within: (record: StoredRecord, backwards: boolean) => boolean,
  ): void {
    const backwards = Number(options.getReadDirection()) === 1;
    const ordered = backwards ? [...records].reverse() : records;
    const wanted = ordered.filter((record) => within(record, backwards)).slice(0, Number(options.getCount()));
    for (const record of wanted) call.write(toResponse(record));
    call.end();
  }

  #subscribe(call: Outgoing, options: Streams.ReadReq.Options): void {
    const follower: Follower = { matches: matcher(options), call };
    const confirmation = new messages.ReadResp();
    confirmation.setConfirmation(new messages.ReadResp.SubscriptionConfirmation());
    call.write(confirmation);
    const all = options.getAll();
    const at = all?.getPosition();
    const from = at ? BigInt(at.getCommitPosition()) : -1n;
    const past = all?.hasEnd() ? [] : this.#records.filter(({ position }) => position > from);
    for (const record of past.filter(follower.matches)) call.write(toResponse(record));
    const last = past.at(-1);
    if (last) {
      const checkpoint = new messages.ReadResp.Checkpoint();
      checkpoint.setCommitPosition(String(last.position));
      checkpoint.setPreparePosition(String(last.position));
      const response = new messages.ReadResp();
      response.setCheckpoint(checkpoint);
      call.write(response);
    }
    const caughtUp = new messages.ReadResp();
    caughtUp.setCaughtUp(new messages.ReadResp.CaughtUp());
    call.write(caughtUp);
    this.#followers.add(follower);
    call.on('cancelled', () => this.#followers.delete(follower));
  }

  #delete({ request }: { request: Streams.DeleteReq }, answer: Answer<Streams.DeleteResp>): void {
    const stream = nameOf(request.getOptions()?.getStreamIdentifier());
    this.#deletedBefore.set(stream, this.#of(stream).length);
    const response = new messages.DeleteResp();
    response.setNoPosition(new Empty());
    answer(null, response);
  }
}

const nameOf = (identifier: Shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? new Uint8Array()).toString();

/** The filters that the product uses: names of streams that begin with a prefix, or all but the server's own. */
const matcher = (options: Streams.ReadReq.Options): ((record: StoredRecord) => boolean) => {
  const expression = options.getFilter()?.getStreamIdentifier();
  const prefixes = expression?.getPrefixList() ?? [];
  return ({ stream }) =>
    prefixes.length > 0 ? prefixes.some((each) => stream.startsWith(each)) : !stream.startsWith('$');
};

const success = (record: StoredRecord | undefined): Streams.AppendResp => {
  const position = new messages.AppendResp.Position();
  position.setCommitPosition(String(record?.position ?? 0));
  position.setPreparePosition(String(record?.position ?? 0));
  const written = new messages.AppendResp.Success();
  written.setCurrentRevision(String(record?.revision ?? 0));
  written.setPosition(position);
  const response = new messages.AppendResp();
  response.setSuccess(written);
  return response;
};

const wrongVersion = (options: Streams.AppendReq.Options, current: StoredRecord | undefined): Streams.AppendResp => {
  const conflict = new messages.AppendResp.WrongExpectedVersion();
  if (current) conflict.setCurrentRevision(String(current.revision));
  else conflict.setCurrentNoStream(new Empty());
  if (options.hasRevision()) conflict.setExpectedRevision(options.getRevision());
  else conflict.setExpectedNoStream(new Empty());
  const response = new messages.AppendResp();
  response.setWrongExpectedVersion(conflict);
  return response;
};

const toResponse = (record: StoredRecord): Streams.ReadResp => {
  const recorded = new messages.ReadResp.ReadEvent.RecordedEvent();
  const id = new UUID();
  id.setString(record.id);
  const stream = new StreamIdentifier();
  stream.setStreamName(Buffer.from(record.stream).toString('base64'));
  recorded.setId(id);
  recorded.setStreamIdentifier(stream);
  recorded.setStreamRevision(String(record.revision));
  recorded.setCommitPosition(String(record.position));
  recorded.setPreparePosition(String(record.position));
  // Ticks of 100 nanoseconds.
  recorded.getMetadataMap().set('created', String(BigInt(record.created) * 10_000n));
  recorded.getMetadataMap().set('type', record.type);
  recorded.getMetadataMap().set('content-type', 'application/json');
  recorded.setData(record.data);
  recorded.setCustomMetadata(record.metadata);
  const event = new messages.ReadResp.ReadEvent();
  event.setEvent(recorded);
  event.setCommitPosition(String(record.position));
  const response = new messages.ReadResp();
  response.setEvent(event);
  return response;
};
