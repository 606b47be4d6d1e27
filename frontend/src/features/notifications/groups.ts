import type { NotificationGroup } from '#notifications/contract';

type GroupText = { label: string; text: string; forProfessionals?: boolean; forStaff?: boolean };

/** What each group of notifications is about. */
export const groupTexts: Readonly<Record<NotificationGroup, GroupText>> = {
  messages: {
    label: 'Messages',
    text: 'New messages. If you don’t read them within 10 minutes, one email lists them.',
  },
  bookings: { label: 'Bookings', text: 'Requests, confirmations, cancellations and deadlines.' },
  payments: { label: 'Payments', text: 'What is due, paid or refunded.' },
  galleries: { label: 'Galleries', text: 'Previews, deliveries, and reminders before a gallery is due or deleted.' },
  leads: { label: 'Leads', text: 'Unlocked leads, and leads that were filled or closed.' },
  matches: { label: 'Matched leads', text: 'New leads that fit your profile.', forProfessionals: true },
  staff: { label: 'Staff', text: 'Problems with bookings and conversations that users reported.', forStaff: true },
};

/** The groups that a user can choose, in the order in which they are listed. */
export const groupsFor = ({
  isProfessional,
  isStaff,
}: {
  isProfessional: boolean;
  isStaff: boolean;
}): readonly NotificationGroup[] =>
  (Object.keys(groupTexts) as NotificationGroup[]).filter((group) => {
    const { forProfessionals = false, forStaff = false } = groupTexts[group];
    return (isProfessional || !forProfessionals) && (isStaff || !forStaff);
  });
