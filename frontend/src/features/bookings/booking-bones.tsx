import { Bones } from '../../shared/states.tsx';
import './bookings.css';

/** As tall as the booking that will stand here. */
export function BookingBones() {
  return (
    <>
      <Bones heights={[148]} />
      <div className="booking-page after-bones" aria-hidden="true">
        <div className="stack">
          <svg className="bone" width="100%" height="280" />
          <svg className="bone" width="100%" height="220" />
        </div>
        <div className="stack">
          <svg className="bone" width="100%" height="260" />
          <svg className="bone" width="100%" height="130" />
        </div>
      </div>
    </>
  );
}
