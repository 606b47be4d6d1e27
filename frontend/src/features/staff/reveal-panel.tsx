import { Button, Flex } from 'antd';
import { type ReactNode, useState } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

type RevealPanelProps = {
  title: string;
  text: string;
  /** The button’s label, and that of the dialog it opens. */
  action: string;
  /** `name` is the name of the dialog’s form, and `text` says who reads the reason. */
  dialog: { name: string; title: string; text: string };
  reveal: { isPending: boolean; mutate: (reason: string, done: { onSuccess: () => void }) => void };
  /** What is shown without a reason. */
  children?: ReactNode;
};

/** What is hidden until staff give a reason. */
export function RevealPanel({ title, text, action, dialog, reveal, children }: RevealPanelProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={title} text={text}>
      {children}
      <Flex>
        <Button onClick={() => setOpen(true)}>{action}</Button>
      </Flex>
      <ReasonDialog
        {...dialog}
        confirm={action}
        open={isOpen}
        submitting={reveal.isPending}
        onReason={(reason) => reveal.mutate(reason, { onSuccess: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      />
    </Panel>
  );
}
