import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import { bookingsExport } from './bookings-export.ts';
import type { StaffBookingsExportRequest } from './contract.ts';

/** Records that the caller exports the bookings that match these filters. Call it before they are sent. */
export class RecordBookingsExport extends Command<void> {
  constructor(readonly request: StaffBookingsExportRequest) {
    super();
  }
}

@CommandHandler(RecordBookingsExport)
export class RecordBookingsExportHandler implements ICommandHandler<RecordBookingsExport> {
  constructor(private readonly store: EventStore) {}

  async execute({ request: { format, party, professional, place, ...others } }: RecordBookingsExport): Promise<void> {
    const given = <Value>(values: Readonly<Record<string, Value | undefined>>) =>
      Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
    // Not an id from the idempotency key: a repeated request exports what matches now.
    await this.store.handle(bookingsExport, `bookings-export-${randomUUID()}`, 'record', {
      format,
      filters: Object.fromEntries(given(others)),
      // A place is any text that staff type, so it may be an address.
      personalFilters: given({ party, professional, place }).map(([name]) => name),
    });
  }
}
