import { Readable } from 'node:stream';
import { Body, Controller, Get, Header, HttpCode, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import {
  CancelBooking,
  CompleteBooking,
  ConfirmBooking,
  ReopenBooking,
  ResolveBookingDispute,
  StaffBookingsQueries,
} from '#bookings';
import {
  type BookingVersions,
  bookingId,
  bookingVersions,
  type StaffBookingActions,
  staffBookingActions,
} from '#bookings/contract';
import { GalleriesQueries } from '#galleries';
import {
  type StaffGallery,
  type StaffGalleryFacts,
  type StaffGalleryPaging,
  staffGallery,
  staffGalleryFacts,
  staffGalleryPaging,
} from '#galleries/contract';
import { StaffOnly } from '#identity';
import { type StaffReason, staffReason } from '#leads/contract';
import { Returns, ReturnsNothing, ReturnsText } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { staffRoles } from './backoffice.access.ts';
import { OpenBookingEvidence } from './booking-evidence.commands.ts';
import { OpenBookingGallery } from './booking-gallery.commands.ts';
import { RecordBookingsExport } from './bookings-export.commands.ts';
import { exported } from './bookings-export.format.ts';
import {
  type BookingEvidence,
  type BookingEvidenceRequest,
  bookingEvidence,
  bookingEvidenceRequest,
  type StaffBooking,
  type StaffBookingAction,
  type StaffBookingFilter,
  type StaffBookingSearch,
  type StaffBookingsExportRequest,
  type StaffBookingsPage,
  type StaffCancellation,
  staffBooking,
  staffBookingAction,
  staffBookingFilter,
  staffBookingSearch,
  staffBookingsExportRequest,
  staffBookingsPage,
  staffCancellation,
} from './contract.ts';
import { FailedRefundsQueries } from './failed-refunds.queries.ts';

const commandOf = {
  confirm: ConfirmBooking,
  complete: CompleteBooking,
  reopen: ReopenBooking,
  'resolve-dispute': ResolveBookingDispute,
} as const satisfies Record<StaffBookingAction, unknown>;

/** How many bookings are read at once for an export. */
const exportedAtOnce = 500;

@Controller('api/v1/staff/bookings')
export class StaffBookingsController {
  constructor(
    private readonly bookings: StaffBookingsQueries,
    private readonly refunds: FailedRefundsQueries,
    private readonly galleries: GalleriesQueries,
    private readonly commands: CommandBus,
  ) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/bookings'])
  @Get()
  @Returns(staffBookingsPage)
  list(@Query({ schema: staffBookingFilter }) filter: StaffBookingFilter): Promise<StaffBookingsPage> {
    return this.#found(filter);
  }

  /** A read whose filters are personal data, so that they are in no address, history or log of requests. */
  @StaffOnly(...staffRoles['POST /api/v1/staff/bookings/search'])
  @Post('search')
  @HttpCode(200)
  @Returns(staffBookingsPage)
  search(@Body({ schema: staffBookingSearch }) filter: StaffBookingSearch): Promise<StaffBookingsPage> {
    return this.#found(filter);
  }

  /** Streams the file. One that ends without an error has all bookings. */
  @StaffOnly(...staffRoles['POST /api/v1/staff/bookings/export'])
  @Costly({ name: 'api.export-bookings', times: 20, seconds: 3600 })
  @Post('export')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ReturnsText('text/csv', z.array(staffBooking))
  async export(
    @Body({ schema: staffBookingsExportRequest }) request: StaffBookingsExportRequest,
  ): Promise<StreamableFile> {
    await this.commands.execute(new RecordBookingsExport(request));
    const { format, ...filter } = request;
    const { type, textOf } = exported[format];
    return new StreamableFile(Readable.from(textOf(this.#pages(filter))), {
      type,
      disposition: `attachment; filename="festoon-bookings.${format}"`,
    });
  }

  @StaffOnly(...staffRoles['GET /api/v1/staff/bookings/{id}/actions'])
  @Get(':id/actions')
  @Returns(staffBookingActions)
  actions(@Param('id', { schema: bookingId }) id: string): Promise<StaffBookingActions> {
    return this.bookings.actions(id);
  }

  @StaffOnly(...staffRoles['GET /api/v1/staff/bookings/{id}/versions'])
  @Get(':id/versions')
  @Returns(bookingVersions)
  versions(@Param('id', { schema: bookingId }) id: string): Promise<BookingVersions> {
    return this.bookings.versions(id);
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/bookings/{id}/cancel'])
  @Post(':id/cancel')
  @ReturnsNothing()
  cancel(
    @Param('id', { schema: bookingId }) id: string,
    @Body({ schema: staffCancellation }) { reason, refund: decision, refundAmount, onBehalfOf }: StaffCancellation,
  ): Promise<void> {
    return this.commands.execute(new CancelBooking(id, reason, refundAmount, { decision, onBehalfOf }));
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/bookings/{id}/evidence'])
  @Costly({ name: 'api.open-evidence', times: 30, seconds: 3600 })
  @Post(':id/evidence')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Returns(bookingEvidence)
  evidence(
    @Param('id', { schema: bookingId }) id: string,
    @Body({ schema: bookingEvidenceRequest }) { reason }: BookingEvidenceRequest,
  ): Promise<BookingEvidence> {
    return this.commands.execute(new OpenBookingEvidence(id, reason));
  }

  @StaffOnly(...staffRoles['GET /api/v1/staff/bookings/{id}/gallery'])
  @Get(':id/gallery')
  @Returns(staffGalleryFacts)
  galleryFacts(@Param('id', { schema: bookingId }) id: string): Promise<StaffGalleryFacts> {
    return this.galleries.factsForStaff(id);
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/bookings/{id}/gallery'])
  @Costly({ name: 'api.open-gallery', times: 30, seconds: 3600 })
  @Post(':id/gallery')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Returns(staffGallery)
  gallery(
    @Param('id', { schema: bookingId }) id: string,
    @Query({ schema: staffGalleryPaging }) paging: StaffGalleryPaging,
    @Body({ schema: staffReason }) { reason }: StaffReason,
  ): Promise<StaffGallery> {
    return this.commands.execute(new OpenBookingGallery(id, reason, paging));
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/bookings/{id}/{action}'])
  @Post(':id/:action')
  @ReturnsNothing()
  act(
    @Param('id', { schema: bookingId }) id: string,
    @Param('action', { schema: staffBookingAction }) action: StaffBookingAction,
    @Body({ schema: staffReason }) { reason }: StaffReason,
  ): Promise<void> {
    return this.commands.execute(new commandOf[action](id, reason));
  }

  async *#pages(filter: Omit<StaffBookingsExportRequest, 'format'>): AsyncGenerator<readonly StaffBooking[]> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: StaffBookingsPage = await this.#found({ ...filter, limit: exportedAtOnce, cursor });
      yield page.items;
      cursor = page.nextCursor;
    }
  }

  async #found({ limit, cursor, payment, delivery, flag, ...filter }: StaffBookingSearch): Promise<StaffBookingsPage> {
    const lists = [
      ...(payment === 'refund-failed' ? [await this.refunds.bookingIds()] : []),
      ...(delivery === 'late' ? [await this.galleries.lateBookings()] : []),
    ];
    const ids = lists.length > 0 ? lists.reduce(commonTo) : undefined;
    const state = payment === 'refund-failed' ? undefined : payment;
    return this.bookings.search({ ...filter, ids, payment: state, disputed: flag === 'disputed' }, limit, cursor);
  }
}

const commonTo = (one: readonly string[], other: readonly string[]): readonly string[] => {
  const others = new Set(other);
  return one.filter((id) => others.has(id));
};
