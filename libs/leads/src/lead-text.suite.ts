/** What the client of a lead has written, for tests of the rules. Amounts are whole cents. */
export const leadText = {
  eventType: 'wedding',
  eventName: null,
  eventDate: '2026-02-20',
  description: 'A garden wedding for eighty guests who like to dance until late.',
  locationCity: 'Kingston',
  locationState: 'Kingston',
  venueType: null,
  budgetMin: 200_000,
  budgetMax: 450_000,
  expectedAttendance: 80,
  durationDays: 1,
  servicesNeeded: [],
};
