import type { Booking, BookingProposal } from '#bookings/contract';

/** What the fields of a proposal contain; those that were cleared are empty. */
export type ProposalValues = {
  eventDate?: string | undefined;
  durationDays?: number | null | undefined;
  startTime?: string | undefined;
  eventLocation?: string | undefined;
  packageId?: string | undefined;
};
type AgreedValues = Pick<Booking, 'eventDate' | 'durationDays' | 'startTime' | 'eventLocation'> & {
  readonly package: Pick<Booking['package'], 'id'>;
};

/**
 * What a proposal changes. If a date, a number of days or a place is cleared in the form, it stays as it is; if a start
 * time is cleared, it is removed.
 */
export const changesIn = (values: ProposalValues, agreed: AgreedValues): BookingProposal => {
  const { eventDate, durationDays, packageId } = values;
  const startTime = values.startTime || null;
  const eventLocation = values.eventLocation?.trim();
  return {
    ...(eventDate && eventDate !== agreed.eventDate && { eventDate }),
    ...(durationDays && durationDays !== agreed.durationDays && { durationDays }),
    ...(startTime !== agreed.startTime && { startTime }),
    ...(eventLocation && eventLocation !== agreed.eventLocation && { eventLocation }),
    ...(packageId && packageId !== agreed.package.id && { packageId }),
  };
};
