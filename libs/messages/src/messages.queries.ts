import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { BookingsQueries } from '#bookings';
import { IdentityQueries } from '#identity';
import { refuse } from '#kernel';
import { LeadsQueries } from '#leads';
import { Context } from '#platform/context';
import { olderThan, type Page, pageOf, placeIn } from '#platform/reads';
import { AttachmentsQueries } from './attachments/index.ts';
import type {
  AttachmentUrl,
  Message,
  MessagePaging,
  MessagesPage,
  ReportedThread,
  Thread,
  ThreadsPage,
} from './contract.ts';
import { type MessageRow, messageRows, type ThreadRow, threadReportRows, threadRows } from './messages.rows.ts';

/** How many messages a person has not read, in how many conversations, and the position of the newest one. */
export type UnreadMessages = { readonly unread: number; readonly conversations: number; readonly upTo: number };

/** The unread messages of one conversation, and the position of the newest one. */
type UnreadRow = { readonly threadId: string; readonly count: number; readonly upTo: number };

const place = z.tuple([z.int()]);
const newestFirst = { position: 'desc' } as const;
const formerMember = { displayName: 'Former member', avatarUrl: null };

@Injectable()
export class MessagesQueries {
  constructor(
    private readonly em: EntityManager,
    private readonly identity: IdentityQueries,
    private readonly bookings: BookingsQueries,
    private readonly leads: LeadsQueries,
    private readonly context: Context,
    private readonly attachments: AttachmentsQueries,
  ) {}

  /** The caller's conversations that have messages, the newest message first. */
  async mine({ limit, cursor }: MessagePaging): Promise<ThreadsPage> {
    const after = placeIn(place, cursor);
    const newest = await this.#newestPerThread(limit + 1, after?.[0]);
    const { items, nextCursor } = pageOf(newest, limit, ({ position }) => [position]);
    const rows = await this.em.find(threadRows, { id: { $in: items.map(({ threadId }) => threadId) } });
    const unread = await this.#unreadRows(this.#caller);
    const threads = new Map((await this.#threads(rows, unread)).map((thread) => [thread.id as string, thread]));
    return {
      items: items.flatMap(({ threadId }) => threads.get(threadId) ?? []),
      nextCursor,
      unread: totalOf(unread),
    };
  }

  /** Refuses `thread-not-found`, and `thread-not-yours` for everyone but its parties. */
  async byId(id: string): Promise<Thread> {
    const [row, unread] = await Promise.all([this.#own(id), this.#unreadRows(this.#caller)]);
    const [thread] = await this.#threads([row], unread);
    return thread ?? refuse('thread-not-found', 'This conversation does not exist');
  }

  /**
   * The streams of the newest messages of these conversations, at most `limit`, of those before a position. For staff,
   * who see when messages were sent but not their texts.
   */
  async streamsOf(threadIds: readonly string[], limit: number, before?: number): Promise<readonly string[]> {
    const where = { threadId: { $in: [...threadIds] }, ...(before !== undefined && { position: { $lt: before } }) };
    const messages = await this.em.find(messageRows, where, { fields: ['id'], orderBy: newestFirst, limit });
    return messages.map(({ id }) => id);
  }

  /** How many reports of conversations are not closed. For staff. */
  openReports(): Promise<number> {
    return this.em.count(threadReportRows);
  }

  /** The reports of conversations that are not closed, the newest first. For staff. */
  async reported(limit: number, cursor?: string): Promise<Page<ReportedThread>> {
    const orderBy = { createdAt: 'desc', id: 'desc' } as const;
    const found = await this.em.find(threadReportRows, { $and: olderThan(cursor) }, { orderBy, limit: limit + 1 });
    const { items: reports, nextCursor } = pageOf(found, limit, ({ createdAt, id }) => [createdAt, id]);
    const rows = await this.em.find(threadRows, { id: { $in: reports.map(({ threadId }) => threadId) } });
    const names = await this.identity.names(rows.map(({ creatorId }) => creatorId));
    const threadOf = new Map(rows.map((row) => [row.id, row]));
    const items = reports.flatMap(({ id, threadId, personId, reason, createdAt }) => {
      const row = threadOf.get(threadId);
      if (!row) return [];
      const shortName = names.get(row.creatorId)?.shortName ?? formerMember.displayName;
      const parties = { clientId: row.clientId, creator: { id: row.creatorId, shortName } };
      const report = { reportedBy: personId, reason: reason ?? null, createdAt };
      return [
        {
          id: id as ReportedThread['id'],
          threadId: threadId as Thread['id'],
          bookingId: row.bookingId ?? null,
          ...parties,
          ...report,
        },
      ];
    });
    return { items, nextCursor };
  }

  /** The first message of a person in a conversation; undefined if they wrote none. */
  async firstOf(threadId: string, senderId: string): Promise<{ position: number; at: string } | undefined> {
    const [row] = await this.em.find(messageRows, { threadId, senderId }, { orderBy: { position: 'asc' }, limit: 1 });
    return row && { position: row.position, at: row.createdAt };
  }

  /** The messages of a conversation, newest first. Has the same refusals as {@link byId}. */
  async messages(id: string, { limit, cursor }: MessagePaging): Promise<MessagesPage> {
    await this.#own(id);
    const after = placeIn(place, cursor);
    const where = { threadId: id, ...(after && { position: { $lt: after[0] } }) };
    const rows = await this.em.find(messageRows, where, { orderBy: newestFirst, limit: limit + 1 });
    const { items, nextCursor } = pageOf(rows, limit, ({ position }) => [position]);
    const files = await this.#filesOf(items);
    return { items: items.map((row) => messageOf(row, files, this.#caller)), nextCursor };
  }

  /**
   * A URL under which the caller can download a file. Refuses like {@link byId}, `attachment-not-found` and
   * `attachment-not-ready`.
   */
  async attachment(threadId: string, id: string): Promise<AttachmentUrl> {
    await this.#own(threadId);
    return this.attachments.download(threadId, id, this.#caller);
  }

  async unreadOf(personId: string): Promise<UnreadMessages> {
    const unread = await this.#unreadRows(personId);
    return {
      unread: totalOf(unread),
      conversations: unread.length,
      upTo: Math.max(0, ...unread.map(({ upTo }) => upTo)),
    };
  }

  /** The parties of a conversation. */
  async parties(threadId: string): Promise<readonly string[]> {
    const row = await this.em.findOne(threadRows, { id: threadId });
    return row ? [row.clientId, row.creatorId] : [];
  }

  /** What a person has written, oldest first. */
  async sentBy(senderId: string) {
    const rows = await this.em.find(messageRows, { senderId }, { orderBy: { position: 'asc' } });
    return rows.map(({ id, threadId, text, createdAt }) => ({ id, threadId, text: text ?? null, createdAt }));
  }

  /** The files that a person has uploaded for messages, oldest first. */
  attachmentsOf(personId: string) {
    return this.attachments.uploadedBy(personId);
  }

  attachmentIdsOf(personId: string): Promise<readonly string[]> {
    return this.attachments.idsOf(personId);
  }

  get #caller(): string {
    return this.context.origin.by.id;
  }

  get #tables() {
    return this.em
      .getKysely<{ MessageRow: MessageRow; ThreadRow: ThreadRow }>({
        tableNamingStrategy: 'entity',
        columnNamingStrategy: 'property',
      })
      .withSchema('read');
  }

  /** The position of the newest message of each of the caller's conversations, newest first. */
  async #newestPerThread(limit: number, before: number | undefined) {
    const me = this.#caller;
    const rows = await this.#tables
      .selectFrom('MessageRow')
      .select(({ fn }) => ['threadId', fn.max<string>('position').as('newest')])
      .where(({ eb, or }) => or([eb('senderId', '=', me), eb('recipientId', '=', me)]))
      .groupBy('threadId')
      .having(({ eb, fn }) => eb(fn.max('position'), '<', before ?? Number.MAX_SAFE_INTEGER))
      .orderBy('newest', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ threadId, newest }) => ({ threadId, position: Number(newest) }));
  }

  /** A person's conversations with unread messages. */
  async #unreadRows(personId: string): Promise<readonly UnreadRow[]> {
    const rows = await this.#tables
      .selectFrom('MessageRow as m')
      .innerJoin('ThreadRow as t', 't.id', 'm.threadId')
      .select(({ fn }) => ['m.threadId', fn.countAll<string>().as('count'), fn.max<string>('m.position').as('upTo')])
      .where('m.recipientId', '=', personId)
      .where(({ eb, or, and, ref }) =>
        or([
          and([eb('t.clientId', '=', personId), eb('m.position', '>', ref('t.clientReadUpTo'))]),
          and([eb('t.creatorId', '=', personId), eb('m.position', '>', ref('t.creatorReadUpTo'))]),
        ]),
      )
      .groupBy('m.threadId')
      .execute();
    return rows.map(({ threadId, count, upTo }) => ({ threadId, count: Number(count), upTo: Number(upTo) }));
  }

  async #own(id: string): Promise<ThreadRow> {
    const row = await this.em.findOne(threadRows, { id });
    if (!row) refuse('thread-not-found', 'This conversation does not exist');
    if (row.clientId !== this.#caller && row.creatorId !== this.#caller)
      refuse('thread-not-yours', 'This conversation belongs to other users');
    return row;
  }

  async #threads(rows: readonly ThreadRow[], unread: readonly UnreadRow[]): Promise<Thread[]> {
    const me = this.#caller;
    const others = rows.map((row) => otherThan(me, row));
    const [people, left, bookings, leads, newest] = await Promise.all([
      this.identity.names(others),
      this.identity.erasedAmong(others),
      this.bookings.summaries(rows.flatMap(({ bookingId }) => bookingId ?? [])),
      this.leads.byIds(rows.flatMap(({ leadId }) => leadId ?? [])),
      this.#lastMessages(rows.map(({ id }) => id)),
    ]);
    const files = await this.#filesOf([...newest.values()]);
    return rows.map((row) => {
      const otherId = otherThan(me, row);
      const { displayName, avatarUrl } = people.get(otherId) ?? formerMember;
      const last = newest.get(row.id);
      return {
        id: row.id as Thread['id'],
        ...eventOf(bookings.get(row.bookingId ?? '') ?? leads.get(row.leadId ?? '')),
        bookingId: row.bookingId ?? null,
        leadId: row.leadId ?? null,
        other: { id: otherId, displayName, avatarUrl },
        lastMessage: last ? messageOf(last, files, me) : null,
        unread: unread.find(({ threadId }) => threadId === row.id)?.count ?? 0,
        blocked: blockOf(row, me),
        partyLeft: left.includes(otherId),
      };
    });
  }

  #filesOf(rows: readonly MessageRow[]): Promise<Files> {
    return this.attachments.ofMessages(
      rows.map(({ id }) => id),
      this.#caller,
    );
  }

  /** The newest message of each of these conversations. */
  async #lastMessages(threadIds: readonly string[]): Promise<ReadonlyMap<string, MessageRow>> {
    const found = await Promise.all(
      threadIds.map((threadId) => this.em.find(messageRows, { threadId }, { orderBy: newestFirst, limit: 1 })),
    );
    return new Map(found.flat().map((row) => [row.threadId, row]));
  }
}

const totalOf = (unread: readonly UnreadRow[]): number => unread.reduce((sum, { count }) => sum + count, 0);

const otherThan = (personId: string, { clientId, creatorId }: ThreadRow): string =>
  personId === clientId ? creatorId : clientId;

type Occasion = { readonly eventName: string | null; readonly eventType: string; readonly eventDate: string };

/** Which event a conversation is about. */
const eventOf = (event: Occasion | undefined): Pick<Thread, 'title' | 'eventDate'> => {
  if (!event) return { title: 'Conversation', eventDate: null };
  const { eventName, eventType, eventDate } = event;
  return { title: eventName || `${eventType.charAt(0).toUpperCase()}${eventType.slice(1)}`, eventDate };
};

const blockOf = ({ blockedBy }: ThreadRow, viewer: string): Thread['blocked'] => {
  if (blockedBy.includes(viewer)) return 'by-you';
  return blockedBy.length > 0 ? 'by-other' : null;
};

type Files = ReadonlyMap<string, Message['attachments']>;

const messageOf = (row: MessageRow, files: Files, viewer: string): Message => {
  const { id, text, senderId, createdAt, position } = row;
  return { id, text: text ?? null, attachments: files.get(id) ?? [], isMine: senderId === viewer, createdAt, position };
};
