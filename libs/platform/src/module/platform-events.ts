/** The titles of the events that the platform itself writes. */
export const platformTitles: Readonly<Record<string, string>> = {
  PersonalDataRevealed: 'Personal data shown to an operator',
  ProjectionEventSkipped: 'Event skipped by a projection',
  DeadLetterDropped: 'Dead letter dropped',
};
