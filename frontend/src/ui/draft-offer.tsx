import { Alert, Button, type FormInstance, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { type Draft, dropDraft, readDraft, saveDraft } from '../platform/drafts.ts';

/**
 * Keeps what is typed into a form as a draft, and offers an earlier draft. `key` names form and user; the
 * draft stays until `dropDraft`. `fromDraft` returns what is restored of it.
 */
export const useDraft = (
  key: string,
  form: FormInstance,
  fromDraft = (draft: Draft): Draft => draft,
): { offer: ReactNode; save: () => void } => {
  const [earlier, setEarlier] = useState(() => readDraft(key));
  const restore = () => {
    if (earlier) form.setFieldsValue(fromDraft(earlier));
    setEarlier(undefined);
  };
  const discard = () => {
    dropDraft(key);
    setEarlier(undefined);
  };
  return {
    offer: earlier && <DraftOffer onRestore={restore} onDiscard={discard} />,
    save: () => saveDraft(key, form.getFieldsValue(true)),
  };
};

function DraftOffer({ onRestore, onDiscard }: { onRestore: () => void; onDiscard: () => void }) {
  const actions = (
    <Space wrap>
      <Button size="small" type="primary" onClick={onRestore}>
        Restore draft
      </Button>
      <Button size="small" onClick={onDiscard}>
        Discard
      </Button>
    </Space>
  );
  return <Alert type="info" title="You have an unsent draft." action={actions} />;
}
