// The pages of the back office are one chunk: the table of pages, which every visitor loads, names one file instead of
// one for each.
export { StaffAssistant } from './staff-assistant.tsx';
export { StaffAssistantConversation } from './staff-assistant-conversation.tsx';
export { StaffBooking } from './staff-booking.tsx';
export { StaffBookingEvidence } from './staff-booking-evidence.tsx';
export { StaffBookings } from './staff-bookings.tsx';
export { StaffIntegrity } from './staff-integrity.tsx';
export { StaffJobs } from './staff-jobs.tsx';
export { StaffLayout } from './staff-layout.tsx';
export { StaffLead } from './staff-lead.tsx';
export { StaffLeads } from './staff-leads.tsx';
export { StaffLog } from './staff-log.tsx';
export { StaffOverview } from './staff-overview.tsx';
export { StaffPayouts } from './staff-payouts.tsx';
export { StaffPeople } from './staff-people.tsx';
export { StaffPerson } from './staff-person.tsx';
export { StaffProjections } from './staff-projections.tsx';
export { StaffReports } from './staff-reports.tsx';
