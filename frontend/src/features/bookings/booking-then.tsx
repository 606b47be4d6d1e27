import { Modal } from 'antd';
import { fieldTexts } from '../../platform/field-texts.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { SkeletonBlocks } from '../../ui/states.tsx';
import { VersionSlider } from '../../ui/version-slider.tsx';
import { bookingFields } from './booking-fields.ts';
import { useBookingVersions } from './versions-api.ts';

const texts = fieldTexts(bookingFields);

type BookingThenProps = { id: string; open: boolean; onClose: () => void };

/** The booking as it was after each entry of its status history. */
export function BookingThen({ id, open, onClose }: BookingThenProps) {
  return (
    <Modal title="The booking as it was then" open={open} onCancel={onClose} footer={null} destroyOnHidden>
      <p className="muted">Choose a version to see the booking as it was. What it changed is marked.</p>
      <Loaded
        query={useBookingVersions(id, open)}
        failure="The versions could not be loaded"
        skeleton={<SkeletonBlocks heights={[40, 180]} />}
      >
        {(versions) => <VersionSlider versions={versions} texts={texts} />}
      </Loaded>
    </Modal>
  );
}
