import type { Recorded } from '#kernel';
import { type BookingEvents, summaryOf } from './booking.ts';
import { bookingHistory, bookings } from './bookings.projection.ts';
import type { BookingRow } from './bookings.rows.ts';
import type { BookingFact, BookingVersion } from './contract.ts';

/** An event of a booking without personal data. `hidden` names the fields whose values were left out. */
type MaskedEvent = { readonly event: Recorded; readonly hidden: readonly string[] };

/**
 * `personal`: with the fields that only the parties may read. `isShown`: events that are not shown make no version of
 * their own.
 */
type Viewer = { readonly personal: boolean; readonly isShown: (type: string) => boolean };
const forStaff: Viewer = { personal: false, isShown: () => true };
/** The parties see the events of the status history. */
export const forParties: Viewer = { personal: true, isShown: (type) => type in bookingHistory.insert };

/** What a booking said after each of its events, from the same fold as its row. The oldest version first. */
export const versionsOf = (
  events: readonly MaskedEvent[],
  titleOf: (type: string) => string,
  { personal, isShown }: Viewer = forStaff,
): readonly BookingVersion[] => {
  let row: BookingRow | undefined;
  let earlier = new Map<string, BookingFact>();
  return events.flatMap(({ event, hidden }) => {
    row = rowAfter(row, event as Recorded<BookingEvents>);
    if (!row || !isShown(event.type)) return [];
    const facts = new Map(factsOf(row, personal).map((fact) => [fact.name, fact]));
    const changed = [...facts.values()].filter(
      (fact) =>
        fact.value !== earlier.get(fact.name)?.value || (fact.masked && isReplaced(fact.name, { event, hidden })),
    );
    earlier = facts;
    const { version, position, at, type } = event;
    const names = changed.map(({ name }) => name);
    return [
      { version, position: Number(position), at, title: titleOf(type), facts: [...facts.values()], changed: names },
    ];
  });
};

const rowAfter = (row: BookingRow | undefined, event: Recorded<BookingEvents>): BookingRow | undefined => {
  const { type, data } = event;
  if (!row) return bookings.insert[type]?.(data as never, event);
  return bookings.update?.[type]?.(row, data as never, event) ?? row;
};

/** Whether an event replaces a masked field. A proposal names fields too, but replaces none. */
const isReplaced = (name: string, { event, hidden }: MaskedEvent): boolean =>
  hidden.includes(name) && event.type in replacingEventTypes;
const replacingEventTypes: Readonly<Partial<Record<keyof BookingEvents, true>>> = {
  BookingRequested: true,
  BookingChanged: true,
};

const factsOf = (row: BookingRow, personal: boolean): readonly BookingFact[] => {
  const { state } = row;
  const isPending = state.status === 'pending';
  const isConfirmed = state.status === 'confirmed';
  const { depositPaid, balancePaid, refundDue, refunded, problemReported } = summaryOf(state);
  const values = {
    status: row.status,
    eventDate: row.eventDate,
    durationDays: row.durationDays,
    startTime: row.startTime,
    expectedAttendance: row.expectedAttendance,
    durationHours: row.durationHours,
    'due.deposit': row.depositAmount,
    depositPaid,
    'due.balance': row.balanceAmount,
    balancePaid,
    refundDue,
    refunded,
    expiresAt: isPending ? state.expiresAt : null,
    graceUntil: isConfirmed ? state.graceUntil : null,
    depositDueAt: isConfirmed ? state.depositDueAt : null,
    balanceDueDate: isConfirmed ? state.balanceDueDate : null,
    balanceOverdue: state.overdue,
    openProposal: state.proposal?.number,
    problemReported,
    reopened: row.reopened,
  };
  return [
    ...Object.entries(values).map(([name, value]) => ({
      name,
      value: value === null || value === undefined ? null : String(value),
      masked: false,
    })),
    ...(['eventLocation', 'packageName'] as const).map((name) => ({
      name,
      value: personal ? (row[name] ?? null) : null,
      masked: !personal,
    })),
  ];
};
