import { AutoComplete, Button, Flex, Form, Input, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { type GalleryItem, galleryItemChange } from '#galleries/contract';
import { rulesFor } from '../../platform/form-rules.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useChangeItem, useMoveItems, useRemoveItem } from './viewer-api.ts';
import { itemName } from './viewer-labels.ts';
import { sectionsOf } from './viewer-layout.ts';
import { changesToMove } from './viewer-order.ts';

type Values = { title?: string; section?: string; place: number };

const rules = rulesFor(galleryItemChange);

type ItemDialogProps = {
  item: GalleryItem;
  /** All items, in the order in which they are shown. */
  items: readonly GalleryItem[];
  open: boolean;
  onClose: () => void;
};

/** Edits the title, the section and the position of an item, or deletes it. */
export function ItemDialog({ item, items, open, onClose }: ItemDialogProps) {
  const [form] = Form.useForm<Values>();
  const [deleting, setDeleting] = useState(false);
  const change = useChangeItem();
  const move = useMoveItems();
  const remove = useRemoveItem();
  const place = items.findIndex(({ id }) => id === item.id);
  const sections = [...sectionsOf(items).keys()].filter((section) => section !== null);
  const save = async ({ title = '', section = '', place: to }: Values) => {
    const texts = { title: title.trim() || null, section: section.trim() || null };
    if (texts.title !== item.title || texts.section !== item.section) await change.mutateAsync({ item, change: texts });
    const changes = changesToMove(items, item.id, to - 1);
    if (changes.length > 0) await move.mutateAsync({ galleryId: item.galleryId, changes });
    onClose();
  };
  return (
    <>
      <Modal
        title={itemName(item)}
        open={open}
        onCancel={onClose}
        destroyOnHidden
        footer={
          <Flex justify="space-between" gap={12} wrap>
            <Button danger onClick={() => setDeleting(true)}>
              Delete
            </Button>
            <Button type="primary" loading={change.isPending || move.isPending} onClick={form.submit}>
              Save
            </Button>
          </Flex>
        }
      >
        <Form
          form={form}
          name="gallery-item"
          layout="vertical"
          initialValues={{ title: item.title ?? '', section: item.section ?? '', place: place + 1 }}
          // The mutations show their own failures; the dialog stays open.
          onFinish={(values) => void save(values).catch(() => undefined)}
        >
          <Form.Item name="title" label="Title" rules={rules('title')}>
            <Input />
          </Form.Item>
          <Form.Item
            name="section"
            label="Section"
            extra="Photos and videos of one section are shown together under its name, such as Ceremony."
            rules={rules('section')}
          >
            <AutoComplete options={sections.map((value) => ({ value }))} />
          </Form.Item>
          <Form.Item
            name="place"
            label={`Position (1 to ${items.length})`}
            required
            rules={[{ required: true, message: 'Enter a position' }]}
          >
            <InputNumber min={1} max={items.length} precision={0} inputMode="numeric" />
          </Form.Item>
        </Form>
      </Modal>
      <ConfirmDialog
        title="Delete this file?"
        open={deleting}
        confirm="Delete"
        keep="Keep"
        submitting={remove.isPending}
        onConfirm={() =>
          remove.mutate(item, {
            onSuccess: () => {
              setDeleting(false);
              onClose();
            },
          })
        }
        onKeep={() => setDeleting(false)}
      >
        {itemName(item)} is removed from the gallery. You can’t undo it.
      </ConfirmDialog>
    </>
  );
}
