import { AutoComplete, Button, Form, Modal } from 'antd';
import { type GalleryItem, galleryItemChange } from '#galleries/contract';
import { rulesFor } from '../../platform/form-rules.ts';
import { itemsLabel } from './gallery-labels.ts';
import { useMoveToSection } from './viewer-api.ts';
import { sectionsOf } from './viewer-layout.ts';

const rules = rulesFor(galleryItemChange);

type SectionDialogProps = {
  galleryId: string;
  /** All items of the gallery. */
  items: readonly GalleryItem[];
  selected: ReadonlySet<string>;
  open: boolean;
  onMoved: () => void;
  onClose: () => void;
};

/** The section to which the selected pictures are moved: one of the gallery's, or a new one. */
export function SectionDialog({ galleryId, items, selected, open, onMoved, onClose }: SectionDialogProps) {
  const [form] = Form.useForm<{ section?: string }>();
  const { mutate, isPending } = useMoveToSection();
  const sections = [...sectionsOf(items).keys()].filter((section) => section !== null);
  const itemIds = items.flatMap(({ id }) => (selected.has(id) ? [id] : []));
  const move = ({ section = '' }: { section?: string }) =>
    mutate(
      { galleryId, itemIds, section: section.trim() || null },
      {
        onSuccess: () => {
          onClose();
          onMoved();
        },
      },
    );
  return (
    <Modal
      title={`Move ${itemsLabel(itemIds.length)}`}
      open={open}
      onCancel={onClose}
      destroyOnHidden
      footer={
        <Button type="primary" loading={isPending} onClick={form.submit}>
          Move
        </Button>
      }
    >
      <Form form={form} name="gallery-section" layout="vertical" onFinish={move}>
        <Form.Item
          name="section"
          label="Section"
          extra="Choose a section or enter a new name. Without a name the photos and videos belong to no section."
          rules={rules('section')}
        >
          <AutoComplete options={sections.map((value) => ({ value }))} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
