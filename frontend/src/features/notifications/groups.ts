import type { NotificationGroup } from '#notifications/contract';

type GroupText = { label: string; text: string; forProfessionals?: boolean; forStaff?: boolean };

/** What each group of notifications is about. */
export const groupTexts: Readonly<Record<NotificationGroup, GroupText>> = {
  messages: { label: 'Messages', text: 'New messages. Emails collect what you have not read for 10 minutes.' },
  bookings: { label: 'Bookings', text: 'Requests, confirmations, cancellations and deadlines.' },
  payments: { label: 'Payments', text: 'What is due, paid or refunded.' },
  galleries: { label: 'Galleries', text: 'Previews, deliveries and the dates that matter.' },
  leads: { label: 'Leads', text: 'Unlocked leads, and leads that were filled or closed.' },
  matches: { label: 'Matched leads', text: 'New leads that fit your profile.', forProfessionals: true },
  staff: { label: 'Staff', text: 'Problems and conversations that parties reported.', forStaff: true },
};

/** The groups that a user can choose, in the order in which they are listed. */
export const groupsFor = ({ sells, isStaff }: { sells: boolean; isStaff: boolean }): readonly NotificationGroup[] =>
  (Object.keys(groupTexts) as NotificationGroup[]).filter((group) => {
    const { forProfessionals = false, forStaff = false } = groupTexts[group];
    return (sells || !forProfessionals) && (isStaff || !forStaff);
  });
