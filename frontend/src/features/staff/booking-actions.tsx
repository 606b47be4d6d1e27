import type { StaffBookingAction } from '#backoffice/contract';
import type { StaffBookingActions } from '#bookings/contract';
import { ActionMenu } from './action-menu.tsx';
import { useActOnBooking, useBookingActions, useCancelForParties } from './api.ts';
import { CancelForPartiesDialog } from './cancel-for-parties-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { useChosenAction } from './use-chosen-action.ts';

type Action = keyof StaffBookingActions['may'];

/** What each action is called, and what it changes. */
const actions: Readonly<Record<Action, { label: string; text: string }>> = {
  confirm: {
    label: 'Confirm Booking',
    text: 'The days are reserved for this booking, and what is not paid yet becomes due.',
  },
  complete: { label: 'Complete Booking', text: 'The booking is closed as fulfilled.' },
  reopen: {
    label: 'Undo Completion',
    text: 'The booking is confirmed again. After that, only staff can complete it.',
  },
  'resolve-dispute': {
    label: 'Resolve Problem',
    text: 'What the parties reported is marked as resolved, and the booking can be completed again.',
  },
  cancel: { label: 'Cancel Booking', text: 'The booking ends, and its days become free. You can’t undo it.' },
};
const isAction = (key: string): key is Action => key in actions;

/** The actions that staff can take now on behalf of the parties of a booking. */
export function BookingActions({ id }: { id: string }) {
  const { data } = useBookingActions(id);
  const { chosen, isOpen, choose, close } = useChosenAction<Action>('confirm');
  const act = useActOnBooking(id);
  const cancel = useCancelForParties(id);
  if (!data) return null;
  const possible = Object.keys(actions).filter((key): key is Action => isAction(key) && data.may[key]);
  const dialog = {
    title: actions[chosen].label,
    text: `${actions[chosen].text} Both parties see the reason in the status history.`,
    confirm: actions[chosen].label,
    onClose: close,
  };
  return (
    <>
      <ActionMenu
        items={possible.map((key) => ({ key, label: actions[key].label, danger: key === 'cancel' }))}
        onChoose={choose}
      />
      <ReasonDialog
        {...dialog}
        name="act-for-parties"
        open={isOpen && chosen !== 'cancel'}
        submitting={act.isPending}
        onReason={(reason) => act.mutate({ action: chosen as StaffBookingAction, reason }, { onSuccess: close })}
      />
      <CancelForPartiesDialog
        {...dialog}
        refunds={data.refunds}
        open={isOpen && chosen === 'cancel'}
        submitting={cancel.isPending}
        onCancel={(cancellation) => cancel.mutate(cancellation, { onSuccess: close })}
      />
    </>
  );
}
