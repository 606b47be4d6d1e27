import type { UseMutationResult } from '@tanstack/react-query';
import { Alert, Button, Flex, Form } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { serverFieldErrors } from '../../platform/form-rules.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { afterRead, isShowing, type Versions } from './form-versions.ts';
import './profile-part-form.css';

type Values = Record<string, unknown>;
type ProfilePartFormProps<Change> = {
  name: string;
  /** The saved values of all fields. They may change while the form is shown. */
  saved: Values;
  /** Turns what was typed into the request. `known` are the saved values that the user has seen. */
  toChange: (values: Values, known: Values) => Change;
  saving: UseMutationResult<unknown, Error, Change>;
  /** The label of the button that saves. */
  saveLabel?: string;
  className?: string;
  children: ReactNode;
};

/**
 * A form that saves one part of the professional's own profile. What is typed stays when the part is saved in another
 * tab or on another device; the user then chooses.
 */
export function ProfilePartForm<Change>(props: ProfilePartFormProps<Change>) {
  const { name, saved, toChange, saving, saveLabel = 'Save', className, children } = props;
  const [form] = Form.useForm();
  const versions = useRef<Versions>({ known: saved, sent: undefined });
  // The version that the form does not show: what was typed, or what was saved elsewhere.
  const [hidden, setHidden] = useState<'typed' | 'saved'>();
  const [isEdited, setEdited] = useState(false);
  const typed = useRef<Values>({});
  // A list has no field of its own in the form, so that all values are read.
  const shown = (): Values => form.getFieldsValue(true);
  const onRead = useEffectEvent(() => {
    const next = afterRead(saved, shown(), versions.current);
    if (next === 'keep') return;
    versions.current = { known: saved, sent: undefined };
    if (next === 'replace') {
      form.setFieldsValue(saved);
      setEdited(false);
    }
    setHidden(next === 'replace' ? undefined : 'saved');
  });
  const isSaving = saving.isPending;
  const version = JSON.stringify(saved);
  useEffect(() => {
    // While the form is being saved, a change may be its own.
    if (!isSaving && version) onRead();
  }, [version, isSaving]);
  const swap = () => {
    if (hidden === 'saved') {
      typed.current = shown();
      form.setFieldsValue(saved);
      setHidden('typed');
    } else {
      form.setFieldsValue(typed.current);
      setHidden('saved');
    }
  };
  const save = () => {
    const sent = shown();
    versions.current = { ...versions.current, sent };
    saving.mutate(toChange(sent, versions.current.known), {
      onSuccess: () => {
        setHidden(undefined);
        setEdited(!isShowing(shown(), sent));
      },
      onError: (error) => {
        versions.current = { ...versions.current, sent: undefined };
        form.setFields(serverFieldErrors(error));
      },
    });
  };
  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      className={className}
      initialValues={saved}
      onValuesChange={() => setEdited(!isShowing(shown(), versions.current.known))}
      onFinish={save}
    >
      {hidden && <ChangedElsewhere hidden={hidden} onSwap={swap} />}
      {children}
      <Flex gap={16} align="center" wrap>
        <Button type="primary" htmlType="submit" loading={isSaving}>
          {saveLabel}
        </Button>
        {isEdited && <span className="muted small">You have unsaved changes.</span>}
      </Flex>
      <LeaveGuard active={isEdited} title="Leave without saving?" leave="Leave" stay="Stay">
        Your changes are not saved yet.
      </LeaveGuard>
    </Form>
  );
}

function ChangedElsewhere({ hidden, onSwap }: { hidden: 'typed' | 'saved'; onSwap: () => void }) {
  return (
    <Alert
      type="warning"
      className="changed-elsewhere"
      title="This was changed in another tab or on another device."
      description={
        <Flex vertical align="start" gap={12}>
          {hidden === 'saved'
            ? 'You see what you typed. Saving it replaces the other changes.'
            : 'You see what is saved now. What you typed is kept until you leave this page.'}
          <Button onClick={onSwap}>{hidden === 'saved' ? 'Show what is saved' : 'Show what I typed'}</Button>
        </Flex>
      }
    />
  );
}
