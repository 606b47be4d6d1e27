import { type Actor, aggregate, instantAfter, type PersonalData, refuse } from '#kernel';

const day = 86_400_000;
/** How long after its completion a booking can be reviewed, in milliseconds. */
const writingPeriod = 60 * day;
/** How long a review, and its reply, can be changed after it was written, in milliseconds. */
const editingPeriod = 14 * day;

/** The booking that a review is about, and its parties. */
type Subject = { bookingId: string; clientId: string; creatorId: string };
/** The booking that is reviewed. `completedAt` is null unless it is completed. */
export type ReviewedBooking = Subject & { readonly completedAt: string | null; readonly partyLeft: boolean };

export type ReviewCommands = {
  /** The client writes the review, or changes it. */
  write: { rating: number; text: string; booking: ReviewedBooking };
  /** The professional writes the reply, or changes it. */
  reply: { text: string; booking: ReviewedBooking };
  /** Staff hide the review. Everyone can read the reason. */
  remove: { reason: string };
  restore: { reason: string };
};

/** `editableUntil`: when the text becomes final. */
export type ReviewEvents = {
  ReviewWritten: Subject & { rating: number; text: string; editableUntil: string };
  ReviewEdited: Subject & { rating: number; text: string };
  ReviewReplied: Subject & { text: string; editableUntil: string };
  ReviewReplyEdited: Subject & { text: string };
  ReviewRemoved: Subject & { reason: string };
  ReviewRestored: Subject;
};

/** What one party writes about the other must not outlast the erasure of either of them. */
const personalData: PersonalData<ReviewEvents> = {
  ReviewWritten: { of: ['clientId', 'creatorId'], fields: ['text'] },
  ReviewEdited: { of: ['clientId', 'creatorId'], fields: ['text'] },
  ReviewReplied: { of: ['creatorId', 'clientId'], fields: ['text'] },
  ReviewReplyEdited: { of: ['creatorId', 'clientId'], fields: ['text'] },
};

export type Review = Subject & {
  readonly status: 'none' | 'shown' | 'removed';
  /** 1 to 5 stars; null as long as nothing was written. */
  readonly rating: number | null;
  readonly editableUntil: string;
  /** Null as long as there is no reply. */
  readonly replyEditableUntil: string | null;
};

/** What the client of a completed booking publishes about the professional. */
export const review = aggregate<ReviewCommands, ReviewEvents, Review, 'review'>({
  stream: 'review',
  personalData,
  initial: {
    status: 'none',
    rating: null,
    bookingId: '',
    clientId: '',
    creatorId: '',
    editableUntil: '',
    replyEditableUntil: null,
  },
  decide: {
    write(state, { facts: { rating, text, booking }, by, at }) {
      requireParty(booking, by);
      if (by.id !== booking.clientId) refuse('review-not-allowed', 'Only the client can review a booking');
      if (!Number.isInteger(rating) || rating < 1 || rating > 5)
        refuse('review-rating-invalid', 'Please choose 1 to 5 stars');
      const subject = subjectOf(booking);
      if (state.status === 'none') {
        requireReviewable(booking, at);
        const editableUntil = instantAfter(at, editingPeriod);
        return [{ type: 'ReviewWritten', data: { ...subject, rating, text, editableUntil } }];
      }
      requireChangeable(state, booking);
      if (at >= state.editableUntil) refuse('review-final', 'A review can be changed for 14 days after it was written');
      return [{ type: 'ReviewEdited', data: { ...subject, rating, text } }];
    },
    reply(state, { facts: { text, booking }, by, at }) {
      requireParty(booking, by);
      if (by.id !== booking.creatorId) refuse('review-not-allowed', 'Only the professional can reply to a review');
      if (state.status === 'none') refuse('review-not-written', 'This booking has no review yet');
      requireChangeable(state, booking);
      const subject = subjectOf(booking);
      if (state.replyEditableUntil === null) {
        const editableUntil = instantAfter(at, editingPeriod);
        return [{ type: 'ReviewReplied', data: { ...subject, text, editableUntil } }];
      }
      if (at >= state.replyEditableUntil)
        refuse('review-reply-final', 'A reply can be changed for 14 days after it was written');
      return [{ type: 'ReviewReplyEdited', data: { ...subject, text } }];
    },
    remove(state, { facts: { reason }, by }) {
      requireStaff(by, reason);
      if (state.status === 'none') refuse('review-not-found', 'This review does not exist');
      if (state.status === 'removed') refuse('review-removed', 'This review is already removed');
      return [{ type: 'ReviewRemoved', data: { ...subjectOf(state), reason } }];
    },
    restore(state, { facts: { reason }, by }) {
      requireStaff(by, reason);
      if (state.status === 'none') refuse('review-not-found', 'This review does not exist');
      if (state.status === 'shown') refuse('review-not-removed', 'This review is not removed');
      return [{ type: 'ReviewRestored', data: subjectOf(state) }];
    },
  },
  evolve: {
    ReviewWritten: (state, { editableUntil, rating, ...written }) => ({
      ...state,
      ...subjectOf(written),
      status: 'shown',
      rating,
      editableUntil,
    }),
    ReviewEdited: (state, { rating }) => ({ ...state, rating }),
    ReviewReplied: (state, { editableUntil }) => ({ ...state, replyEditableUntil: editableUntil }),
    ReviewReplyEdited: (state) => state,
    ReviewRemoved: (state) => ({ ...state, status: 'removed' }),
    ReviewRestored: (state) => ({ ...state, status: 'shown' }),
  },
});

/** The stars that everyone can see; null for a review that is not shown. */
export const shownStars = ({ status, rating }: Review): number | null => (status === 'shown' ? rating : null);

type Viewer = { readonly by: Pick<Actor, 'id'>; readonly at: string };

/** Until when the viewer may write or change the review; null if they may not. */
export const writeUntil = (
  { status, editableUntil }: Review,
  booking: ReviewedBooking,
  { by, at }: Viewer,
): string | null => {
  const { clientId, completedAt, partyLeft } = booking;
  if (by.id !== clientId || partyLeft || status === 'removed') return null;
  if (status === 'shown') return at < editableUntil ? editableUntil : null;
  const until = completedAt === null ? at : instantAfter(completedAt, writingPeriod);
  return at < until ? until : null;
};

/** Whether the viewer may write or change the reply. */
export const mayReply = (
  { status, replyEditableUntil }: Review,
  { creatorId, partyLeft }: ReviewedBooking,
  { by, at }: Viewer,
): boolean =>
  by.id === creatorId && !partyLeft && status === 'shown' && (replyEditableUntil === null || at < replyEditableUntil);

const subjectOf = ({ bookingId, clientId, creatorId }: Subject): Subject => ({ bookingId, clientId, creatorId });

function requireReviewable({ completedAt, partyLeft }: ReviewedBooking, at: string): void {
  if (completedAt === null) refuse('review-booking-not-completed', 'A booking can be reviewed once it is completed');
  if (at >= instantAfter(completedAt, writingPeriod))
    refuse('review-too-late', 'A booking can be reviewed for 60 days after it was completed');
  requireBothParties(partyLeft);
}

function requireChangeable({ status }: Review, { partyLeft }: ReviewedBooking): void {
  if (status === 'removed') refuse('review-removed', 'Festoon has removed this review, so it can’t be changed');
  requireBothParties(partyLeft);
}

/** The texts are encrypted for both parties. */
function requireBothParties(partyLeft: boolean): void {
  if (partyLeft) refuse('review-party-left', 'The other party has closed their account');
}

/** Refuses `booking-not-yours` for everyone but the parties. */
export function requireParty({ clientId, creatorId }: Subject, { id }: Actor): void {
  if (id !== clientId && id !== creatorId) refuse('booking-not-yours', 'This booking belongs to other users');
}

function requireStaff({ kind }: Actor, reason: string): void {
  if (kind !== 'staff') refuse('review-not-allowed', 'Only staff can remove or restore a review');
  if (reason === '') refuse('review-reason-missing', 'Please give a reason');
}
