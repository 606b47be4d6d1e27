import { Button, Input, Space } from 'antd';
import { useRef, useState } from 'react';

type CopyFieldProps = {
  /** What is shown and copied. */
  value: string;
  /** The name of the field for screen readers. */
  label: string;
  /** The name of the button for screen readers, where several fields are on one page. */
  copyLabel?: string;
};

/** A text that cannot be changed, with a button that copies it. */
export function CopyField({ value, label, copyLabel }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState('');
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // Browsers allow the clipboard only over HTTPS: the text is selected, to be copied by hand.
      return;
    }
    setCopied(value);
  };
  return (
    <Space.Compact block>
      <Input
        ref={(input) => {
          field.current = input?.input ?? null;
        }}
        readOnly
        aria-label={label}
        value={value}
        onFocus={({ target }) => target.select()}
      />
      <Button aria-label={copyLabel} onClick={() => void copy()}>
        {copied === value ? 'Copied' : 'Copy'}
      </Button>
    </Space.Compact>
  );
}
