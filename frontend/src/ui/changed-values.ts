import type { FormInstance } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { changedValues } from '../platform/form-rules.ts';

type Values = Record<string, unknown>;

type ChangedValues = {
  /** What the user has changed. */
  readonly changed: () => Values;
  readonly isEdited: boolean;
  /** Must be called after a value was changed. */
  readonly onValuesChange: () => void;
  /** Must be called once these values are saved. */
  readonly onSaved: (sent: Values) => void;
};

/**
 * For a form that sends only what the user has changed, so that it does not undo a change from another tab. Fields that
 * the user has not changed follow the saved values.
 */
export const useChangedValues = (form: FormInstance, saved: Values): ChangedValues => {
  const known = useRef(saved);
  const [isEdited, setEdited] = useState(false);
  const changed = () => changedValues(form.getFieldsValue(), known.current);
  const setKnown = (values: Values) => {
    known.current = values;
    setEdited(Object.keys(changed()).length > 0);
  };
  const onRead = useEffectEvent(() => {
    form.setFieldsValue({ ...saved, ...changed() });
    setKnown(saved);
  });
  const version = JSON.stringify(saved);
  useEffect(() => {
    if (version) onRead();
  }, [version]);
  return {
    changed,
    isEdited,
    onValuesChange: () => setKnown(known.current),
    onSaved: (sent) => setKnown({ ...known.current, ...sent }),
  };
};
