import { Button } from 'antd';
import { useState } from 'react';
import type { RevealedFields } from '#backoffice/contract';
import { useRevealEvent } from './api.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type RevealEventProps = { id: string; onReveal: (fields: RevealedFields['fields']) => void };

/** A button that asks staff for a reason, requests the personal data of an event, and passes it to `onReveal`. */
export function RevealEvent({ id, onReveal }: RevealEventProps) {
  const [isOpen, setOpen] = useState(false);
  const reveal = useRevealEvent(id);
  const send = (reason: string) =>
    reveal.mutate(reason, {
      onSuccess: ({ fields }) => {
        setOpen(false);
        onReveal(fields);
      },
    });
  return (
    <>
      <Button type="link" onClick={() => setOpen(true)}>
        Reveal Personal Data
      </Button>
      <ReasonDialog
        name="reveal-event"
        title="Reveal Personal Data"
        text="The log records who has seen it and why. The people concerned can read it in the export of their data."
        confirm="Reveal"
        open={isOpen}
        submitting={reveal.isPending}
        onReason={send}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
